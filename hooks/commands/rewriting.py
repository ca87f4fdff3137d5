"""Pages of the built site as text, copied with other start tags, as the handbook and the folder need them."""

import html
from collections.abc import Callable, Mapping
from html.parser import HTMLParser

Attributes = Mapping[str, str | None]


class Rewriter(HTMLParser):
    """Copies HTML without its comments, with what `change` gives in place of each start tag.

    `change` gets the tag's name, its attributes and its text; None leaves the element out, up to its end tag.
    """

    def __init__(self, change: Callable[[str, Attributes, str], str | None]) -> None:
        super().__init__(convert_charrefs=False)
        self._change = change
        self._copied: list[str] = []
        self._dropping = ""

    def copy(self, text: str) -> str:
        """The whole of `text`, changed."""
        self.feed(text)
        self.close()
        return "".join(self._copied)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        changed = self._change(tag, dict(attrs), self.get_starttag_text() or "")
        if changed is None:
            self._dropping = tag
        else:
            self._copied.append(changed)

    handle_startendtag = handle_starttag

    def handle_endtag(self, tag: str) -> None:
        if self._dropping == tag:
            self._dropping = ""
        else:
            self._copied.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        if not self._dropping:
            self._copied.append(data)

    def handle_entityref(self, name: str) -> None:
        self._copied.append(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self._copied.append(f"&#{name};")

    def handle_decl(self, decl: str) -> None:
        self._copied.append(f"<!{decl}>")


def start_tag(name: str, attributes: Attributes) -> str:
    """The start tag with these attributes; one without a value has None."""
    said = (key if value is None else f'{key}="{html.escape(value)}"' for key, value in attributes.items())
    return f"<{' '.join([name, *said])}>"
