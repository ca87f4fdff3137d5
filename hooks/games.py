"""MkDocs hook: what pages say of the games around their text.

In every page's footer stands whose books its game's are, where mkdocs.yml's copyright has ``{books}``. The pages of a
game lie in the folder of its name; any other page names all games. In the head stands which book is played.
"""

import html
import importlib
from typing import Any

MARK = "{books}"


def books(url: str) -> str:
    """The games' lines for the page at `url`, seen from the site's root, as HTML; a hack comes behind its own game."""
    games = importlib.import_module("engine.games").GAMES
    here = games.get(url.partition("/")[0])
    whose = [games[name] for name in (here.rests_on, here.name) if name] if here else games.values()
    told = [game for game in whose if game.books]
    return " ".join(f"<em>{html.escape(game.title)}</em> {html.escape(game.books)}" for game in told)


def _said(output: str, copyright: str | None, url: str) -> str:
    return output.replace(copyright, copyright.replace(MARK, books(url))) if copyright else output


def on_env(env: Any, **_: Any) -> Any:
    """The head of every page says which book is played; without a script, the one that holds by default."""
    env.globals["played"] = played
    return env


def played(url: str) -> str:
    """What the head of the page at `url` says: the books of its game, or of all; where there is none, what it leads to.

    hooks/client/who.js says the same of what a reader has chosen.
    """
    books = importlib.import_module("engine.rulings").books()
    game = url.partition("/")[0]
    if game not in importlib.import_module("engine.games").GAMES:
        game = ""
    found = [next(iter(one.books.values())) for name, one in books.items() if not game or name.startswith(f"{game}.")]
    return ", ".join(found) or "Rulings"


def on_post_page(output: str, page: Any, config: Any, **_: Any) -> str:
    """The footer of a page."""
    return _said(output, config.copyright, page.url)


def on_post_template(output_content: str, config: Any, **_: Any) -> str:
    """The footer of what is no page: 404.html."""
    return _said(output_content, config.copyright, "")
