"""Python in the page: how it starts, what it fetches, and what happens when it stops."""

import functools
import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hooks import runtime
from hooks.assets import CLIENT
from hooks.commands.progress import Failure
from tests import zstd
from tests.browser import probe
from tests.browser.server import Reply, Server
from tests.browser.tabs import INSECURE, Browsers, Tab, until

pytestmark = pytest.mark.patience(450)  # snapshots of every calculator

ROOT = Path(__file__).parent.parent.parent
POLICY = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; "
    "worker-src 'self'; style-src 'self'; img-src 'self'"
}
SNAPSHOT = "/runtime/snapshot.bin.zst"
DESCRIBED = "/runtime/runtime.json"
LIBRARY = "/runtime/python_stdlib.zip"
PAGE = '<!doctype html><meta charset="utf-8"><title>Boot</title><script type="module" src="boot.js"></script>'
SCRIPT = """
import { Python } from "./python.js";

globalThis.workers = [];
globalThis.sent = [];
globalThis.told = [];
globalThis.Worker = class extends Worker {
  constructor(...given) {
    super(...given);
    workers.push(this);
    this.addEventListener("message", ({ data }) => told.push(data.type));
  }
  postMessage(message) {
    sent.push(message.type === "start" ? "start" : JSON.parse(message.request));
    super.postMessage(message);
  }
};
globalThis.python = new Python(undefined, { answerMs: 2000 });
globalThis.said = [];
python.addEventListener("status", ({ detail }) => said.push(detail));
globalThis.ask = (calculator, inputs = {}, key = "", more = {}) =>
  python.ask(key, { do: "answer", calculator, inputs, ...more }).then(
    (answer) => answer ?? "superseded", (error) => error.message);
globalThis.answers = async (from, to) => {
  const { names } = await python.ask("", { do: "names" });
  return Promise.all(names.slice(from, to).map((name) => ask(name, {}, name, { compare: false })));
};
"""


@pytest.fixture(scope="session")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with the tests' own package of calculators, importable meanwhile."""
    folder = tmp_path_factory.mktemp("packages")
    probe.write(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        yield folder


def site(folder: Path, bundle: Path) -> Path:
    """A page with nothing but our handle on Python, beside the runtime."""
    for name in ("python.js", "worker.js"):
        shutil.copy(CLIENT / name, folder / name)
    (folder / "index.html").write_text(PAGE, encoding="utf-8")
    (folder / "boot.js").write_text(SCRIPT, encoding="utf-8")
    shutil.copytree(bundle, folder / "runtime")
    return folder


@pytest.fixture(scope="session")
def real(packages: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return site(tmp_path_factory.mktemp("real"), runtime.build([probe.PROBE], snapshot=True))


@pytest.fixture(scope="session")
def deployed(real: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A later build of the same sources, whose snapshot has come out differently."""
    folder = shutil.copytree(real, tmp_path_factory.mktemp("deployed") / "site")
    snapshot, file = folder / SNAPSHOT[1:], folder / DESCRIBED[1:]
    content = zstd.packed(zstd.unpacked(snapshot.read_bytes()) + bytes(4096))
    snapshot.write_bytes(content)
    described = json.loads(file.read_text(encoding="utf-8"))
    described["snapshot"]["bytes"] += 4096
    described["snapshot"]["packed"] = len(content)
    described["files"][snapshot.name] = hashlib.sha256(content).hexdigest()
    described["version"] = runtime.content(described["files"])
    file.write_text(json.dumps(described), encoding="utf-8")
    return folder


@pytest.fixture
def server(serve: Callable[..., Server], real: Path) -> Server:
    return serve(real, headers=POLICY)


def ready(tab: Tab) -> dict[str, str]:
    """Start Python and wait for what its last status says."""
    return until(tab, "python.start(), ['ready', 'failed'].includes(python.status.state) && python.status", 60)


def test_calculators_wake_while_nobody_waits(tab: Tab, server: Server) -> None:
    """One after the other, behind what somebody waits for; each once, and anew in another worker."""
    tab.open(server.url)
    tab.run("['circles-obstacle', 'duel', 'circles-obstacle'].forEach((name) => python.wake(name))")
    assert tab.run("[workers.length, sent.length]") == [0, 0], "Python starts for nobody"
    first = tab.run("ask('ims').then(() => sent.map((one) => one.do ?? one))")
    assert first[:2] == ["start", "answer"]
    until(tab, "told.filter((type) => type === 'woken').length === 2", 60)
    waking = [{"do": "wake", "calculator": name} for name in ("circles-obstacle", "duel")]
    assert tab.run("sent.filter((one) => one.do === 'wake')") == waking
    assert "Ob" in tab.run("ask('circles-obstacle').then(({ html }) => html)")
    tab.run("python.wake('duel'), python.cancel(''), undefined")
    assert tab.run("sent.filter((one) => one.do === 'wake').length") == 2
    tab.run("(setTimeout(() => python.cancel(''), 100), ask('probe-endless', {go: true}))")
    until(tab, "told.filter((type) => type === 'woken').length === 4", 60)
    assert tab.run("workers.length") == 2


def states(tab: Tab) -> list[str]:
    return tab.run("said.map((status) => status.state).filter((state, index, all) => state !== all[index - 1])")


@functools.cache
def expected(packages: Path, *modules: str) -> list[Any]:
    """What this machine's Python answers to the defaults of every calculator."""
    program = (
        "import json, sys; from engine import app; app.load(json.loads(sys.argv[1]));"
        "ask = lambda **asked: json.loads(app.call(json.dumps(asked)));"
        "names = ask(do='names')['names'];"
        "print(json.dumps([ask(do='answer', calculator=name, inputs={}, compare=False) for name in names"
        " if name != 'probe-modules']))"
    )
    environment = {**os.environ, "PYTHONPATH": str(packages)}
    command = [sys.executable, "-c", program, json.dumps(modules)]
    done = subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE, encoding="utf-8")
    return json.loads(done.stdout)


AT_ONCE = 50


def answers(tab: Tab) -> list[Any]:
    """What the browser answers to the same, in portions that even a busy machine has before the driver gives up."""
    found: list[Any] = []
    while some := tab.run(f"answers({len(found)}, {len(found) + AT_ONCE})"):
        assert not [one for one in some if isinstance(one, str)], some
        found += some
    return [answer for answer in found if answer["calculator"] != "probe-modules"]


def test_every_calculator_answers(tab: Tab, server: Server, packages: Path) -> None:
    described = json.loads((server.folder / DESCRIBED[1:]).read_text(encoding="utf-8"))
    assert described["snapshot"]["bytes"] > 30 * 1024**2, "a snapshot within the first heap proves nothing"
    tab.open(server.url)
    before = tab.run("ask('probe-modules')")["values"]
    assert tab.run("python.status") == {"state": "ready", "how": "snapshot", "message": ""}
    found = answers(tab)
    assert len(found) > 390
    assert found == expected(packages, probe.PROBE)
    assert tab.run("ask('probe-modules')")["values"] == before
    assert "felloe" not in before["files"], "the file system of the build is in the snapshot after all"
    assert not server.asked("stdlib")
    assert not server.asked("engine.zip")


def broken(kind: str, folder: Path) -> dict[str, Reply]:
    """Answers, by path, in place of the snapshot of the site in `folder` and of what is said of it."""
    whole = (folder / SNAPSHOT[1:]).read_bytes()
    described = json.loads((folder / DESCRIBED[1:]).read_text(encoding="utf-8"))
    middle = len(whole) // 2
    if kind == "missing":
        return {SNAPSHOT: Reply(404, b"Not here.")}
    if kind == "corrupted":
        return {SNAPSHOT: Reply(body=whole[:middle] + bytes(1000) + whole[middle + 1000 :])}
    if kind == "cut short":
        return {SNAPSHOT: Reply(body=whole[:middle])}
    if kind == "too long":
        return {SNAPSHOT: Reply(body=whole + bytes(1000))}
    content = zstd.unpacked(whole)
    if kind == "of another build":
        version = described["build"].encode()
        other = zstd.packed(content.replace(version, b"0" * len(version)))
    else:
        assert kind == "of another length"
        other = zstd.packed(content[:-4096])
    described["snapshot"]["packed"] = len(other)
    return {SNAPSHOT: Reply(body=other), DESCRIBED: Reply(body=json.dumps(described).encode())}


def test_without_a_snapshot_python_boots_plainly(tab: Tab, server: Server) -> None:
    server.replies |= broken("missing", server.folder)
    tab.open(server.url)
    status = ready(tab)
    assert (status["state"], status["how"]) == ("ready", "plain")
    assert "slow way" in status["message"]
    assert "probe-raise" in tab.run("python.ask('', {do: 'names'})")["names"]


def test_a_slow_cache_delays_nothing_but_the_start(tab: Tab, server: Server) -> None:
    slow = b"""
        const match = CacheStorage.prototype.match;
        CacheStorage.prototype.match = async function (...given) {
          await new Promise((resolve) => setTimeout(resolve, 1000));
          return match.apply(this, given);
        };
    """
    server.replies["/worker.js"] = Reply(body=slow + (server.folder / "worker.js").read_bytes())
    tab.open(server.url)
    assert ready(tab) == {"state": "ready", "how": "snapshot", "message": ""}


@pytest.mark.parametrize("kind", ["corrupted", "cut short", "too long", "of another build", "of another length"])
def test_a_snapshot_that_is_not_usable_is_not_kept(all_browsers: Browsers, server: Server, kind: str) -> None:
    """Nor is it used: without the library that a plain boot needs, there is no start."""
    server.replies |= broken(kind, server.folder) | {LIBRARY: Reply(404, b"Not here.")}
    with all_browsers.tab("chromium") as tab:
        tab.open(server.url)
        tab.run("void python.start()")
        until(tab, "python.status.state === 'failed'")
        assert "plain" not in tab.run("said.map(({ how }) => how)")
        server.replies.clear()
        tab.open(server.url)
        assert ready(tab)["how"] == "snapshot"


def test_after_a_corrupted_snapshot_python_boots_plainly(all_browsers: Browsers, server: Server) -> None:
    server.replies |= broken("corrupted", server.folder)
    with all_browsers.tab("chromium") as tab:
        tab.open(server.url)
        assert ready(tab)["how"] == "plain"


def test_a_served_site_boots_plainly_and_says_nothing(
    all_browsers: Browsers, serve: Callable[..., Server], packages: Path, tmp_path: Path
) -> None:
    folder = site(tmp_path, runtime.build([probe.PROBE], snapshot=False))
    with all_browsers.tab("chromium") as tab:
        tab.open(serve(folder, headers=POLICY).url)
        assert ready(tab) == {"state": "ready", "how": "plain", "message": ""}


def test_no_byte_of_python_before_use(tab: Tab, server: Server) -> None:
    tab.open(server.url)
    assert tab.run("python.cached()") is False
    time.sleep(0.5)
    paths = {path for path in server.requests if path != "/favicon.ico"}
    assert paths == {"/", "/boot.js", "/python.js"}


def test_a_later_visit_reads_the_cache(tab: Tab, server: Server) -> None:
    tab.open(server.url)
    old, other = "felloe-runtime / 0123456789abcdef", "felloe-runtime /other/ 0123456789abcdef"
    tab.run(f"Promise.all([caches.open('{old}'), caches.open('{other}')])")
    assert ready(tab)["how"] == "snapshot"
    assert len(server.asked(".wasm")) == len(server.asked(SNAPSHOT)) == 1
    until(tab, "python.cached()")
    until(tab, f"caches.has('{old}').then((there) => !there)")
    assert tab.run(f"caches.has('{other}')"), "another site's cache was deleted"
    server.requests.clear()
    # Another address: WebKit's session in memory drops its caches when their only page is loaded anew.
    tab.open(f"{server.url}?later")
    assert tab.run("python.cached()")
    assert ready(tab)["how"] == "snapshot"
    assert not server.asked(".wasm")
    assert not server.asked(SNAPSHOT)


def test_a_cache_that_was_left_half_filled_is_not_read(tab: Tab, server: Server) -> None:
    """A page may be closed while it keeps what it has fetched; Firefox then has a file that ends in the middle."""
    version = json.loads((server.folder / DESCRIBED[1:]).read_text(encoding="utf-8"))["version"]
    tab.open(server.url)
    assert ready(tab)["how"] == "snapshot"
    until(tab, "python.cached()")
    half = """(async () => {
        const cache = await caches.open('felloe-runtime / %s');
        for (const { url } of await cache.keys()) {
            await (url.includes("whole") ? cache.delete(url) : cache.put(url, new Response("\\0asm")));
        }
        return (await cache.keys()).length;
    })()"""
    assert tab.run(half % version) > 1
    server.requests.clear()
    tab.open(f"{server.url}?later")
    assert tab.run("python.cached()") is False
    assert ready(tab) == {"state": "ready", "how": "snapshot", "message": ""}
    assert len(server.asked(".wasm")) == len(server.asked(SNAPSHOT)) == 1
    until(tab, "python.cached()")


def test_a_returning_reader_has_a_new_deployment_at_once(
    tab: Tab, serve: Callable[..., Server], real: Path, deployed: Path
) -> None:
    server = serve(real, headers=POLICY, static_host=True)
    tab.open(server.url)
    assert ready(tab)["how"] == "snapshot"
    until(tab, "python.cached()")
    server.folder = deployed
    server.requests.clear()
    tab.open(f"{server.url}?later")
    assert tab.run("python.cached()") is False
    assert ready(tab) == {"state": "ready", "how": "snapshot", "message": ""}
    assert len(server.asked(SNAPSHOT)) == 1
    assert not server.asked(".wasm"), "what both have was fetched again"


def test_a_deployment_in_the_middle_of_a_start(
    all_browsers: Browsers, serve: Callable[..., Server], real: Path, deployed: Path
) -> None:
    server = serve(deployed, headers=POLICY, static_host=True)
    server.replies[DESCRIBED] = Reply(body=(real / DESCRIBED[1:]).read_bytes())
    with all_browsers.tab("chromium") as tab:
        tab.open(server.url)
        tab.run("void python.start()")
        while not server.asked(SNAPSHOT):
            time.sleep(0.01)
        server.replies.clear()
        assert ready(tab)["how"] == "snapshot"
        version = json.loads((deployed / DESCRIBED[1:]).read_text(encoding="utf-8"))["version"]
        until(tab, f"caches.has('felloe-runtime / {version}')")


def test_the_same_sources_give_the_same_runtime(
    packages: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = runtime.build([probe.PROBE], snapshot=True)
    monkeypatch.setattr(runtime, "CACHE", tmp_path)
    second = runtime.build([probe.PROBE], snapshot=True)
    assert first != second
    assert (first / "runtime.json").read_bytes() == (second / "runtime.json").read_bytes()


def test_without_cache_storage_nothing_is_lost(all_browsers: Browsers, server: Server) -> None:
    with all_browsers.tab("chromium") as tab:
        tab.open(server.url.replace("127.0.0.1", INSECURE))
        assert tab.run("typeof caches") == "undefined"
        assert tab.run("python.cached()") is False
        assert ready(tab)["how"] == "snapshot"


def test_the_last_input_wins(tab: Tab, server: Server) -> None:
    tab.open(server.url)
    early = "Promise.all([...Array(20).keys()].map((n) => ask('probe-raise', {}, n % 2 ? 'a' : 'b')))"
    answers = tab.run(early)
    assert answers[:18] == ["superseded"] * 18
    assert [answer["calculator"] for answer in answers[18:]] == ["probe-raise"] * 2
    running = "[ask('probe-endless', {go: true}, 'x'), ask('probe-raise', {}, 'x')]"
    assert tab.run(f"Promise.all({running})")[0] == "superseded"


def test_a_crash_is_repaired_and_said(tab: Tab, server: Server) -> None:
    tab.open(server.url)
    ready(tab)
    lost, other = tab.run("Promise.all([ask('probe-abort', {go: true}, 'x'), ask('probe-raise', {}, 'y')])")
    assert "not for the first time" in lost
    assert other["calculator"] == "probe-raise"
    assert states(tab) == ["starting", "ready", *["restarting", "ready"] * 3]
    assert "stopped and are starting again" in tab.run("said.find(({ state }) => state === 'restarting').message")


def test_what_was_pending_is_asked_again(tab: Tab, server: Server) -> None:
    tab.open(server.url)
    ready(tab)
    pending = "Promise.all([ask('probe-raise', {}, 'x'), ask('probe-abort', {}, 'y')])"
    answers = tab.run(f"((asked) => (workers[0].dispatchEvent(new Event('error')), asked))({pending})")
    assert [answer["calculator"] for answer in answers] == ["probe-raise", "probe-abort"]
    assert states(tab) == ["starting", "ready", "restarting", "ready"]
    assert tab.run("workers.length") == 2


def test_no_answer_in_time(tab: Tab, server: Server) -> None:
    tab.open(server.url)
    ready(tab)
    lost = tab.run("ask('probe-endless', {go: true})")
    assert lost == "The calculator gave no answer for 2 seconds, and not for the first time; try other values."
    assert tab.run("ask('probe-raise')")["calculator"] == "probe-raise"


def test_cancel(tab: Tab, server: Server) -> None:
    tab.open(server.url)
    ready(tab)
    ended = "((asked) => (setTimeout(() => python.cancel(''), 100), asked))(ask('probe-endless', {go: true}))"
    assert tab.run(ended).startswith("Stopped: your values are kept")
    assert tab.run("ask('probe-raise')")["calculator"] == "probe-raise"
    assert tab.run("python.status.how") == "snapshot"


KILLS = """
(async () => {
  python.answerMs = 1000;
  const kinds = {
    // Python brings itself down; the next question takes the place of the one that did it.
    aborts: async () => {
      const restarts = new Promise((next) => python.addEventListener("status", next, { once: true }));
      ask("probe-abort", { go: true });
      await restarts;
    },
    fails: () => workers.at(-1).dispatchEvent(new Event("error")),
    // Nobody tells the page of this one: it finds out when no answer comes.
    vanishes: () => workers.at(-1).terminate(),
  };
  const order = [...Array(10).fill("aborts"), ...Array(9).fill("fails"), "vanishes"];
  const wrong = [];
  for (const kind of order) {
    await kinds[kind]();
    const answer = await ask("probe-raise");
    if (answer.calculator !== "probe-raise" || python.status.how !== "snapshot") {
      wrong.push([kind, answer, python.status]);
    }
  }
  return wrong;
})()
"""


def test_every_kill_is_a_recovery(all_browsers: Browsers, server: Server) -> None:
    with all_browsers.tab("chromium") as tab:
        tab.open(server.url)
        ready(tab)
        assert tab.run(KILLS) == []
        assert tab.run("workers.length") > 20


def test_a_mistake_in_a_calculator_leaves_python_alive(tab: Tab, server: Server) -> None:
    tab.open(server.url)
    said = tab.run("ask('probe-raise', {go: true})")["error"]
    assert said["message"] == "This is a mistake of ours, not in what you typed: ZeroDivisionError: the mistake."
    assert said["report"].startswith("A mistake in Felloe ")
    assert tab.run("ask('probe-raise')")["calculator"] == "probe-raise"
    assert states(tab) == ["starting", "ready"]


def test_a_failed_start_says_so_and_can_be_tried_again(all_browsers: Browsers, server: Server) -> None:
    with all_browsers.tab("chromium") as tab:
        server.replies["/runtime/runtime.json"] = Reply(404)
        tab.open(server.url)
        assert "could not be fetched" in tab.run("ask('probe-raise')")
        assert tab.run("python.status.state") == "failed"
        server.replies = {"/runtime/pyodide.asm.wasm": Reply(body=b"no WebAssembly")}
        assert "three times over" in tab.run("ask('probe-raise')")
        server.replies = {}
        assert tab.run("ask('probe-raise')")["calculator"] == "probe-raise"


def test_a_bundle_is_made_once_and_whole(packages: Path) -> None:
    bundle = runtime.build([probe.PROBE], snapshot=True)
    assert runtime.build([probe.PROBE], snapshot=True) == bundle
    assert runtime.build([probe.PROBE], snapshot=False) != bundle
    described = json.loads((bundle / "runtime.json").read_text(encoding="utf-8"))
    assert set(described["files"]) | {"runtime.json"} == {path.name for path in bundle.iterdir()}
    with pytest.raises(Failure, match="“no_such_engine”"):
        runtime.build(["no_such_engine"], snapshot=False)
