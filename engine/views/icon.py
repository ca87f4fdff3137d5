"""An icon by its name: the drawings themselves stand once in each page, which the build puts there."""

from engine.views.markup import Html, tag


def icon(name: str) -> Html:
    """The icon ``pin`` of hooks/client/icons/, or ``a-game/chapter`` of that game's ``icons/``; words stand beside it,
    so that readers who hear a page miss nothing."""
    drawn = tag("use", **{"xlink:href": f"#icon-{name.replace('/', '-')}"})  # Material writes all plain `href` anew
    return tag("svg", drawn, class_="fl-icon", aria_hidden="true")
