"""What another program makes of the site: a pasted link has a title and a picture, and a phone can install it."""

import json
import struct
from functools import cache
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from bs4 import BeautifulSoup

from tests.site.building import pages

PNG = b"\x89PNG\r\n\x1a\n"
MOST = 20_000


def side(path: Path) -> tuple[int, ...]:
    """Width and height of a PNG, which is small."""
    content = path.read_bytes()
    assert content.startswith(PNG)
    assert len(content) < MOST, path
    return struct.unpack(">II", content[16:24])


@cache
def head(file: Path) -> BeautifulSoup:
    """The head of a page, which is all that others look at."""
    head, end, _ = file.read_text(encoding="utf-8").partition("</head>")
    return BeautifulSoup(head + end, "html5lib")


def said(soup: BeautifulSoup) -> dict[str, str]:
    return {
        str(meta.get("property") or meta.get("name")): str(meta["content"]) for meta in soup.select("meta[content]")
    }


@pytest.mark.parametrize("page", pages())
def test_a_pasted_link_has_a_title_and_a_picture(built: Path, page: str) -> None:
    soup = head(built / page / "index.html")
    meta = said(soup)
    assert soup.title is not None
    assert soup.title.get_text().startswith(meta["og:title"])
    assert meta["og:description"] == meta["description"]
    assert meta["og:url"] == urljoin(meta["site"], page)
    picture = urlsplit(meta["og:image"])
    assert picture.scheme
    assert picture.netloc
    assert side(built / picture.path.lstrip("/")) == (int(meta["og:image:width"]), int(meta["og:image:height"]))
    assert meta["twitter:card"] == "summary_large_image"


def test_the_manifest_and_its_icons(built: Path) -> None:
    for page in pages():
        link = head(built / page / "index.html").select_one("link[rel=manifest]")
        assert link is not None
        assert (built / page / str(link["href"])).resolve() == (built / "manifest.webmanifest").resolve()
    manifest = json.loads((built / "manifest.webmanifest").read_text(encoding="utf-8"))
    for icon in manifest["icons"]:
        assert "x".join(map(str, side(built / icon["src"]))) == icon["sizes"]
    assert any(icon.get("purpose") == "maskable" for icon in manifest["icons"])
    worker = (built / "service-worker.js").read_text(encoding="utf-8")
    assert all(f'"{name}"' in worker for name in ("manifest.webmanifest", *(icon["src"] for icon in manifest["icons"])))
