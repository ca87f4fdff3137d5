"""Where on which page something is drawn."""

from dataclasses import dataclass

from engine import rules
from engine.views.markup import Html, tag


@dataclass(frozen=True, slots=True)
class Place:
    """The instance (unique on its page) that ids start with, and the page's way up to the site's root ("../../").

    `idle` is a branch of a form that is not chosen: radio buttons of one name make one group in the whole form, so that
    none is drawn chosen there; what each branch starts with is said apart.

    Where `fields` names some of the calculator's, these show at once in a form and all others stand under "More".
    """

    instance: str
    base: str
    idle: bool = False
    fields: tuple[str, ...] = ()

    def id(self, *parts: str) -> str:
        """An element's id: instance and parts, dots and spaces as hyphens."""
        return "-".join([self.instance, *parts]).replace(".", "-").replace(" ", "-")

    def rule(self, rule: str, words: object) -> Html:
        """`words` as a link to the rule's section, or plain where the rule has none yet."""
        known = rules.REGISTRY.get(rule)
        return tag("a", words, href=known.link(self.base)) if known else tag("span", words)
