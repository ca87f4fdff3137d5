// What the search finds, and in which order: no page, no network. hooks/search.py describes the index.

/**
 * @typedef {object} Entry a section, or a row of a table
 * @property {string} location
 * @property {string} title
 * @property {string} text
 * @property {number} [brief] how many characters of it are its first paragraph
 * @property {string[]} [aliases]
 * @property {string} [table]
 *
 * @typedef {object} Index
 * @property {Entry[]} docs
 * @property {Record<string, string>} spellings
 * @property {string[]} [asked]
 * @property {string[]} [examples]
 * @property {Record<string, string>} [games] their titles, by the folders of their pages
 * @typedef {(text: string) => string[]} Words
 * @typedef {{own: string, key: string, words: string}} Name as it is written; all of it in one; word for word
 * @typedef {{one: Entry, page: string, game: string, names: Name[], row: boolean}} Known the page and game that it is of
 * @typedef {{key: string, at: number, name: number}} Key one of the names of the entry `at`
 * @typedef {object} Learnt what is known of an index, ready to be asked
 * @property {Known[]} known
 * @property {Words} words
 * @property {Key[]} keys of all names, sorted
 * @property {string[]} vocabulary all words, sorted
 * @property {number[][]} held for each of them the entries that have it, each times `SHIFT` and where it stands there
 * @property {Map<string, string>} spelt words as they are written somewhere in a name
 * @property {Map<string, Entry>} places the sections and pages, by their locations
 * @property {Set<string>} asked the words of questions that the engine may answer
 * @property {string[]} examples such questions
 * @property {Record<string, string>} games their titles, by the folders of their pages
 * @typedef {{one: Entry, page: string, game: string, alias: string}} Found the page that it is on, the game that this is
 *   of if the reader is elsewhere, and the alias that was typed
 */

/** How well a name fits that is what was asked, begins with it, or has words that begin with its words. */
const SAME = 400,
  BEGINS = 270,
  HOLDS = 150;
/** A row's name counts less than any section's, and more than words in texts. */
const ROW = 100,
  ROWS_SHARE = 0.1;
/** What one word counts that stands in the name, in the page's or table's name, or in the text; more if not cut short. */
const IN_NAME = 9,
  NEAR = 3,
  IN_TEXT = 1,
  WHOLE = 0.5;
const ALIAS = 10,
  ALSO = 15;
/** Of two that fit as well, the one of the game that is being read comes first. */
const HERE = 19;
/** The same as bits, and the place of an entry beside them. */
const [TEXT_BIT, NEAR_BIT, NAME_BIT, FIRST_BIT, WHOLE_BIT, SHIFT] = [1, 2, 4, 8, 16, 32];

/**
 * What reads the words of a text: small and without plural, hyphens, accents and leading zeros, spelt in one way; joined
 * they are what `alias_key` in engine/pages.py makes of it.
 * @param {Record<string, string>} spellings how words begin that are spelt in two ways, and what stands for both
 * @returns {Words}
 */
export function reader(spellings) {
  const pairs = Object.entries(spellings);
  /** A site has few words, many times over. @type {Map<string, string>} */
  const folded = new Map();
  return (text) =>
    written(text).map((word) => {
      let ours = folded.get(word);
      if (ours === undefined) {
        const [other, begin] = pairs.find(([begin]) => word.startsWith(begin)) ?? ["", ""];
        const spelt = begin + word.slice(other.length);
        ours = spelt.replace(/(?<!\d)0+(?=\d)/g, "").replace(/(?<=[\p{L}\p{N}]{2}[^s])s$/u, "");
        folded.set(word, ours);
      }
      return ours;
    });
}

/**
 * The words of a text as they stand there, small and without accents.
 * @param {string} text
 */
function written(text) {
  const plain = text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[’']|\p{Mn}/gu, "");
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Words that only join others; they count where they stand in a name. */
const JOINING = new Set(
  reader({})(
    "a an and are at be can do does for how i if in is it me my of on or that the this to we what when where which who with you",
  ),
);

/**
 * What is known of each entry, ready to be asked. An entry's page is the last before it whose location is not a section.
 * @param {Index} index
 * @returns {Learnt}
 */
export function learn({ docs: entries, spellings, asked = [], examples = [], games = {} }) {
  const words = reader(spellings);
  const titles = new Map(
    entries.filter(({ location }) => !location.includes("#")).map((one) => [one.location, one.title]),
  );
  /** @type {Map<string, number[]>} */
  const held = new Map();
  /** @type {Key[]} */
  const keys = [];
  const spelt = new Map();
  const known = entries.map((one, at) => {
    const row = one.table !== undefined;
    const page = one.table || (row || one.location.includes("#") ? (titles.get(one.location.split("#")[0]) ?? "") : "");
    /** @type {Map<string, number>} */
    const own = new Map();
    const note = (/** @type {string[]} */ parts, /** @type {number} */ bit) =>
      parts.forEach((word) => own.set(word, (own.get(word) ?? 0) | bit));
    const names = [one.title, ...(one.aliases ?? [])].map((own, name) => {
      const parts = words(own);
      const key = parts.join("");
      keys.push({ key, at, name });
      note(parts, name ? NAME_BIT : NAME_BIT | FIRST_BIT);
      if (!row) {
        written(own).forEach((word, index) => spelt.set(parts[index], spelt.get(parts[index]) ?? word));
      }
      return { own, key, words: spaced(parts) };
    });
    note(words(page), NEAR_BIT);
    note(words(one.text), TEXT_BIT);
    for (const [word, bits] of own) {
      const there = held.get(word) ?? [];
      there.push(at * SHIFT + bits);
      held.set(word, there);
    }
    return { one, page, game: gameOf(games, one.location), names, row };
  });
  keys.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
  const vocabulary = [...held.keys()].sort();
  const places = new Map(entries.filter((one) => one.table === undefined).map((one) => [one.location, one]));
  return {
    known,
    words,
    keys,
    vocabulary,
    held: vocabulary.map((word) => held.get(word) ?? []),
    spelt,
    places,
    asked: new Set(asked),
    examples,
    games,
  };
}

/**
 * The game that a place is of, or nothing.
 * @param {Record<string, string>} games
 * @param {string} location
 */
export function gameOf(games, location) {
  const [folder] = location.split("/");
  return folder in games ? folder : "";
}

/** @param {string[]} parts */
function spaced(parts) {
  return ` ${parts.join(" ")} `;
}

/**
 * The part of a sorted list whose texts begin so: from here, to there.
 * @template Item
 * @param {Item[]} sorted
 * @param {(item: Item) => string} text
 * @param {string} begin
 */
function beginning(sorted, text, begin) {
  const first = (/** @type {(text: string) => boolean} */ reached) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      [low, high] = reached(text(sorted[middle])) ? [low, middle] : [middle + 1, high];
    }
    return low;
  };
  return [first((text) => text >= begin), first((text) => text > begin && !text.startsWith(begin))];
}

/**
 * How many slips of a finger make one word of the other, up to 2: letters too many, too few, wrong, or swapped.
 * @param {string} word
 * @param {string} other
 */
function slips(word, other) {
  if (Math.abs(word.length - other.length) > 2) {
    return 3;
  }
  /** @type {number[]} */
  let before = [];
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 1; at <= word.length; at += 1) {
    const further = [at];
    for (let place = 1; place <= other.length; place += 1) {
      const wrong = Number(word[at - 1] !== other[place - 1]);
      let best = Math.min(row[place] + 1, further[place - 1] + 1, row[place - 1] + wrong);
      if (before.length && place > 1 && word[at - 1] === other[place - 2] && word[at - 2] === other[place - 1]) {
        best = Math.min(best, before[place - 2] + 1);
      }
      further.push(best);
    }
    [before, row] = [row, further];
  }
  return Math.min(3, row[other.length]);
}

/**
 * The slips that turn a word into the other, where they are few enough for its length; else 0. As `forgiven` in
 * engine/typed.py.
 * @param {string} word
 * @param {string} other
 */
export function forgiven(word, other) {
  if (word.length < 4 || word[0] !== other[0] || Math.abs(word.length - other.length) > 2) {
    return 0;
  }
  const found = slips(word, other);
  if (found === 2) {
    return word.length >= 8 ? 2 : 0;
  }
  const swapped = [...word].sort().join() === [...other].sort().join();
  return found === 1 && (word.length >= 6 || swapped || word.length !== other.length) ? 1 : 0;
}

/**
 * The word of the index that a typed one is most likely a slip of: a whole one before the beginning of one, and one
 * that more names have; and the `whole` word. The word itself where something begins with it, or nothing is near.
 * @param {Learnt} learnt
 * @param {string} typed
 */
function corrected({ vocabulary, held }, typed) {
  const [from, to] = beginning(vocabulary, String, typed);
  if (from < to || typed.length < 4 || /\d/.test(typed)) {
    return { word: typed, whole: typed };
  }
  let [best, cost] = [{ word: typed, whole: typed }, Number.POSITIVE_INFINITY];
  const [first, last] = beginning(vocabulary, String, typed[0]);
  for (let at = first; at < last; at += 1) {
    const word = vocabulary[at];
    const whole = forgiven(typed, word);
    const lengths = whole ? [] : [-1, 0, 1].map((by) => typed.length + by).filter((length) => length < word.length);
    const cut = lengths.map((length) => [forgiven(typed, word.slice(0, length)), length]).filter(([slip]) => slip);
    const [slip, length] = whole ? [whole, word.length] : (cut.sort((a, b) => a[0] - b[0])[0] ?? [0, 0]);
    const names = held[at].filter((entry) => entry & NAME_BIT).length;
    const own = 10 * slip + (whole ? 0 : 5) - Math.min(4, names);
    if (slip && own < cost) {
      [best, cost] = [{ word: word.slice(0, length), whole: word }, own];
    }
  }
  return best;
}

/**
 * What fits a question, best first. A name typed in full comes before one that only begins so, and both before words
 * found here and there; words may be cut short. Sections come before rows, which are found by their names. Where nothing
 * has all words, whatever has most of them. A word that nothing begins with may be a slip.
 * @param {Learnt} learnt
 * @param {string} question
 * @param {string} [here] the place where the reader is
 * @returns {Found[]}
 */
export function find(learnt, question, here) {
  return search(learnt, question, here).found;
}

/**
 * The same, with the words that were looked for instead of slips.
 * @param {Learnt} learnt
 * @param {string} question
 * @param {string} here
 * @returns {{found: Found[], instead: string[]}}
 */
export function search(learnt, question, here = "") {
  const { known, words, spelt, games } = learnt;
  const playing = gameOf(games, here);
  const own = words(question);
  const exact = beginning(learnt.keys, ({ key }) => key, own.join(""));
  const exactly = exact[0] < exact[1];
  const right = own.map((word) => (exactly ? { word, whole: word } : corrected(learnt, word)));
  const typed = right.map(({ word }) => word);
  const instead = right.filter(({ word }, at) => word !== own[at]).map(({ whole }) => spelt.get(whole) ?? whole);
  const telling = typed.filter((word) => !JOINING.has(word));
  const asked = telling.length ? telling : typed;
  const marked = asked.map((word) => marks(learnt, word));
  const named = byName(learnt, typed);
  let most = 1;
  const matched = known.map(({ row }, at) => {
    const hits = named.has(at) ? asked.length : marked.filter((bits) => bits[at]).length;
    const count = row && !named.has(at) && !marked.some((bits) => bits[at] & FIRST_BIT) ? 0 : hits;
    most = Math.max(most, count);
    return count;
  });
  /** @type {{at: number, value: number, alias: string}[]} */
  const found = [];
  matched.forEach((count, at) => {
    if (count === most) {
      const { value, alias } = fit(known[at], at, asked, typed, marked, named) ?? worth(marked, at);
      found.push({ at, value: value + (playing && known[at].game === playing ? HERE : 0), alias });
    }
  });
  found.sort((a, b) => b.value - a.value);
  const shown = found.map(({ at, alias }) => {
    const { one, page, game } = known[at];
    return { one, page, game: game === playing ? "" : (games[game] ?? ""), alias };
  });
  return { found: shown, instead };
}

/**
 * Where words stand in each entry that begin so, as bits.
 * @param {Learnt} learnt
 * @param {string} begin
 */
function marks({ known, vocabulary, held }, begin) {
  const found = new Uint8Array(known.length);
  const [from, to] = beginning(vocabulary, String, begin);
  for (let at = from; at < to; at += 1) {
    const whole = vocabulary[at] === begin ? WHOLE_BIT : 0;
    for (const entry of held[at]) {
      found[Math.floor(entry / SHIFT)] |= (entry % SHIFT) | whole;
    }
  }
  return found;
}

/**
 * The names that begin with all that was typed, in one: of which entries, and which of their names.
 * @param {Learnt} learnt
 * @param {string[]} typed
 */
function byName({ keys }, typed) {
  const key = typed.join("");
  /** @type {Map<number, number[]>} */
  const found = new Map();
  const [from, to] = key ? beginning(keys, (one) => one.key, key) : [0, 0];
  for (const { at, name } of keys.slice(from, to)) {
    found.set(at, [...(found.get(at) ?? []), name]);
  }
  return found;
}

/**
 * How well the names of an entry fit; nothing where none of them has all that was asked.
 * @param {Known} known
 * @param {number} at
 * @param {string[]} asked the words that tell something
 * @param {string[]} typed all words
 * @param {Uint8Array[]} marked
 * @param {Map<number, number[]>} named
 */
function fit({ names, row }, at, asked, typed, marked, named) {
  const begun = named.get(at) ?? [];
  if (!begun.length && !marked.every((bits) => bits[at] & NAME_BIT)) {
    return null;
  }
  const key = typed.join("");
  let [value, alias] = [0, ""];
  names.forEach((name, index) => {
    const share = (100 * key.length) / Math.max(name.key.length, key.length);
    const base =
      name.key === key
        ? SAME
        : begun.includes(index)
          ? BEGINS + share
          : asked.every((word) => name.words.includes(` ${word}`))
            ? HOLDS + Math.min(99, share / 2 + also(name, typed))
            : 0;
    const here = row ? ROW + ROWS_SHARE * base : base + (index ? ALIAS : 0);
    if (base && here > value) {
      [value, alias] = [here, index ? name.own : ""];
    }
  });
  return value ? { value, alias } : null;
}

/**
 * What an entry is worth by the words that stand in it here and there.
 * @param {Uint8Array[]} marked
 * @param {number} at
 */
function worth(marked, at) {
  let value = 0;
  for (const bits of marked) {
    const bit = bits[at];
    value += bit & NAME_BIT ? IN_NAME : bit & NEAR_BIT ? NEAR : bit ? IN_TEXT : 0;
    value += bit & WHOLE_BIT ? WHOLE : 0;
  }
  return { value, alias: "" };
}

/**
 * What a name gains by every word that stands in it whole.
 * @param {Name} name
 * @param {string[]} asked
 */
function also(name, asked) {
  return ALSO * asked.filter((word) => name.words.includes(` ${word} `)).length;
}

/**
 * Whether a text can be a question that the engine answers: it knows all of its words, or they are slips of such, and
 * there is a number among them, or they are a sentence.
 * @param {Learnt} learnt
 * @param {string} text
 */
export function answerable({ words, asked }, text) {
  const own = words(text);
  const parts = own.flatMap((word) => word.match(/\d+|\D+/g) ?? []);
  const letters = parts.filter((part) => !/\d/.test(part));
  const known = (/** @type {string} */ part) => asked.has(part) || [...asked].some((word) => forgiven(part, word) > 0);
  return asked.size > 0 && (own.length > 2 || letters.length < parts.length) && letters.every(known);
}
