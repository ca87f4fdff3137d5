"""Felloe as a plugin of MkDocs: all of its hooks, and what they need of the configuration, for a site of one's own.

Such a site says ``plugins: [search, felloe]``, in this order, and keeps its own mkdocs.yml for what is its own: name,
pages, footer. What it says of the theme goes before what is said here. Our own site, which stands on no release, names
the hooks one by one.
"""

import importlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mkdocs.config.base import Config
from mkdocs.config.config_options import ExtraScriptValue
from mkdocs.plugins import BasePlugin, CombinedEvent
from mkdocs.theme import Theme

from hooks import places

THEME = Path(__file__).with_name("theme")
FEATURES = "features"


def _settings() -> dict[str, Any]:
    """As `hooks.commands.release.settings` made them for this release, or makes them of a clone."""
    if places.RELEASED:
        return dict(json.loads(places.SETTINGS.read_text(encoding="utf-8")))
    return dict(importlib.import_module("hooks.commands.release").settings())


SAID = _settings()
HOOKS = [importlib.import_module(f"hooks.{name}") for name in SAID["hooks"]]


def settle(config: Any, **_: Any) -> Any:
    """Have the configuration say what every site of Felloe says, beside what it says itself."""
    _settle_theme(config.theme)
    config.extra.setdefault("generator", False)
    config.extra_css[:0] = [name for name in SAID["extra_css"] if name not in config.extra_css]
    config.extra_javascript[:0] = map(_script, SAID["extra_javascript"])
    for extension in SAID["markdown_extensions"]:
        for name, options in extension.items():
            if name not in config.markdown_extensions:
                config.markdown_extensions.append(name)
            config.mdx_configs[name] = {**options, **(config.mdx_configs.get(name) or {})}
    return config


def _script(said: Mapping[str, str]) -> ExtraScriptValue:
    script = ExtraScriptValue(said["path"])
    script.type = said["type"]
    return script


def _settle_theme(theme: Any) -> None:
    plain = Theme(theme.name)
    own = {key: value for key, value in theme.items() if key not in plain or value != plain[key]}
    theme.dirs.insert(1 if theme.custom_dir else 0, str(THEME))
    theme.static_templates.update(SAID["theme"].get("static_templates", []))
    for key, value in SAID["theme"].items():
        if key == FEATURES:
            theme[key] = list(dict.fromkeys([*value, *own.get(key, [])]))
        elif key not in ("name", "static_templates") and (key not in own or key == "font"):
            theme[key] = value  # fonts from elsewhere would be a request to a stranger


class Options(Config):  # type: ignore[no-untyped-call]
    """None: what a site says to Felloe stands in its ``extra``, where the hooks ask for it."""


class Felloe(BasePlugin[Options]):  # type: ignore[no-untyped-call]
    """What MkDocs finds under the name ``felloe``; its events are those of the hooks, in their order."""


def _event(name: str) -> Any:
    found: list[Any] = [getattr(hook, name) for hook in HOOKS if hasattr(hook, name)]
    return CombinedEvent(*map(staticmethod, [*([settle] if name == "on_config" else []), *found]))


for _name in sorted({name for hook in HOOKS for name in dir(hook) if name.startswith("on_")}):
    setattr(Felloe, _name, _event(_name))
