// Boots Pyodide in Node with the engine inside and writes its memory, packed by zstd, for the browser to restore.
//
//   node snapshot.mjs PYODIDE SOURCES BARE ASLEEP PLAN OUTPUT FACTS
//
// PYODIDE and SOURCES are folders, BARE is a JSON file with the texts of what may sleep, by path below SOURCES, ASLEEP is
// the Python module that puts modules to sleep, and PLAN another JSON file: what the memory remembers of its build
// ("version"), each calculator's module ("homes"), the packages of the games ("games"), the calculators that are to be in
// memory from the start ("awake"), and the modules of Python's library that any may need ("library"). FACTS gets {"bytes",
// "packed", "heap", "known"}: the length of OUTPUT once unpacked and as it is, and of the memory that it was taken from;
// and how much at its front begins with what the WebAssembly module brings along. Most of that never changes, so OUTPUT has
// it XORed with what the reader's browser knows already, which compresses to nothing.

import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { packed as zstd } from "./zstd.mjs";

const LIBRARY = "/lib/felloe";
const BARE = "/tmp/bare.json";
const SLEEPING = "/tmp/sleeping";

// For every instruction Python would note its place in the line, which only tracebacks show: a twelfth of the snapshot.
const ENVIRONMENT = { HOME: "/home/pyodide", PYTHONNODEBUGRANGES: "1", PYTHONHASHSEED: "0" };

// What most pages need is in memory; what is there answers once, so that what Python builds at first use is there as
// well, but texts that were made ready for HTML are quicker made again than fetched. All the rest sleeps: without the file
// of what sleeps, this gives what is to be in it.
const PREPARE = `
def _prepare(sleeping=None):
    import contextlib, gc, importlib, json, pathlib, random, sys
    library = pathlib.Path(${JSON.stringify(LIBRARY)})
    sys.path.insert(0, str(library))
    plan = json.loads(runtime_plan)
    import asleep
    from engine import calculators, tables
    calculators.HOMES.update(plan["homes"])
    from engine import app
    from engine.views import markup
    app.load(plan["games"])
    for name in plan["awake"]:
        app.entry(name)
    for name, home in plan["homes"].items():
        if home in sys.modules:
            app.call(json.dumps({"do": "form", "calculator": name}))
    for name in plan["library"]:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    if not sleeping:
        texts = json.loads(pathlib.Path(${JSON.stringify(BARE)}).read_text())
        return asleep.noted(asleep.packed(library, texts, sys.modules), plan["homes"].values())
    with pathlib.Path(sleeping).open("rb") as held:
        found, kept = asleep.asleep(held)
    sys.meta_path.insert(0, found)
    tables.KEPT.update(kept)
    random.seed(0)
    for written in (markup.text, markup.attribute):
        written.cache_clear()
    gc.collect()
    return plan["version"]
`;
const REMEMBER = `
runtime_version = _prepare(${JSON.stringify(SLEEPING)})
del _prepare, runtime_plan
`;

// The same sources give the same memory: nothing in it comes from the clock or from chance. No die does, either: the
// page seeds each roll.
crypto.getRandomValues = (/** @type {any} */ array) => {
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength).fill(0);
  return array;
};
Date.now = performance.now = () => 0;

const [pyodideFolder, sources, bare, asleep, plan, output, facts] = process.argv.slice(2);

try {
  await main();
} catch (error) {
  // Node itself would print the whole line that raised, which in Pyodide's code is a megabyte long.
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
process.exit(0);

async function main() {
  /** @type {{loadPyodide: (options: object) => Promise<any>}} */
  const { loadPyodide } = await import(pathToFileURL(join(resolve(pyodideFolder), "pyodide.mjs")).href);
  const first = firstMemory();
  const started = async () => {
    const pyodide = await loadPyodide({ indexURL: resolve(pyodideFolder), _makeSnapshot: true, env: ENVIRONMENT });
    copy(pyodide.FS, resolve(sources), LIBRARY);
    pyodide.FS.writeFile(`${LIBRARY}/asleep.py`, readFileSync(asleep));
    pyodide.FS.writeFile(BARE, readFileSync(bare));
    pyodide.globals.set("runtime_plan", readFileSync(plan, "utf8"));
    pyodide.runPython(PREPARE);
    return pyodide;
  };
  // Compiling and packing leaves memory larger, with what is no longer used in it: another Python does that.
  const packed = (await started()).runPython("_prepare()").toJs();
  const pyodide = await started();
  pyodide.FS.writeFile(SLEEPING, packed);
  pyodide.runPython(REMEMBER);
  clear(pyodide._module);

  /** @type {Uint8Array} */
  const whole = pyodide.makeMemorySnapshot();
  const header = new Uint32Array(whole.buffer, whole.byteOffset, 2)[1];
  let end = whole.length;
  while (whole[end - 1] === 0) {
    end -= 1;
  }
  end = Math.ceil(end / 16) * 16;
  const known = await first;
  known.forEach((byte, at) => {
    whole[header + at] ^= byte;
  });
  const small = zstd(whole.subarray(0, end));
  writeFileSync(output, small);
  const of = { bytes: end, packed: small.length, heap: whole.length - header, known: known.length };
  writeFileSync(facts, JSON.stringify(of));
}

/**
 * What is in memory when the WebAssembly module has just been instantiated, up to its last byte that is not zero.
 * @returns {Promise<Uint8Array>}
 */
function firstMemory() {
  const { instantiate } = WebAssembly;
  return new Promise((found) => {
    WebAssembly.instantiate = async (/** @type {any[]} */ ...given) => {
      const made = await Reflect.apply(instantiate, WebAssembly, given);
      const memory = (made.instance ?? made).exports.memory;
      if (memory) {
        WebAssembly.instantiate = instantiate;
        const bytes = new Uint8Array(memory.buffer);
        found(bytes.slice(0, bytes.findLastIndex((byte) => byte !== 0) + 1));
      }
      return made;
    };
  });
}

/**
 * Overwrite free memory with zeros: what was thrown away compresses badly, and the reader would fetch it.
 * @param {any} module
 */
function clear(module) {
  let top = module.HEAPU8.length;
  while (module.HEAPU8[top - 1] === 0) {
    top -= 1;
  }
  const held = [];
  for (let size = 65536; size >= 32; size /= 2) {
    for (let at = module._malloc(size); ; at = module._malloc(size)) {
      held.push(at);
      if (at === 0 || at >= top) {
        break;
      }
      module.HEAPU8.fill(0, at, at + size);
    }
  }
  held.forEach((at) => module._free(at));
}

/**
 * Copy a folder of this machine into Pyodide's file system.
 * @param {any} files
 * @param {string} from
 * @param {string} to
 */
function copy(files, from, to) {
  files.mkdirTree(to);
  for (const name of readdirSync(from).sort()) {
    if (statSync(join(from, name)).isDirectory()) {
      copy(files, join(from, name), `${to}/${name}`);
    } else {
      files.writeFile(`${to}/${name}`, readFileSync(join(from, name)));
    }
  }
}
