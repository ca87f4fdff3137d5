// What pages ask of Python, and what it answers: engine/messages.py, by python -m hooks.commands.messages.

/**
 * Why something cannot be used, in a sentence; `field` is the path of the input in which it lies, or empty. A mistake
 * of ours comes with the `report` that a reader may send us.
 */
export interface Fault {
  field: string;
  message: string;
  report?: string;
}

/** The answer to what cannot be used. */
export interface Refusal {
  error: Fault;
}

/** A session from its setup on. `sealed` says of steps behind its last one what others may know of them. */
export interface Log {
  format: number;
  version: string;
  setup: Record<string, any>;
  steps: Record<string, any>[];
  sealed?: Record<string, any>[];
}

/**
 * What an answer can do to a sheet, in words, and as "apply" takes it. `names` is the list of the row it is for, which
 * the input or the key `row` says, and which it `needs` or not. `whose` is the name of the sheet that it is for, if
 * that is not the chosen one.
 */
export interface Offered {
  words: string;
  effect: Record<string, any>;
  names: string;
  row: string;
  needs: boolean;
  whose: string;
}

/**
 * Where a session is: `at` of its steps are done, `of` them there are, and the first `leaves` may leave the device. A
 * page that has heard of its log gets the `steps` that were made, any other one the whole `log`. Undo goes `back` to so
 * many of them, redo `on` to so many. `long` says that no link can carry it, `waits` which roll it waits for, `setup`
 * how it began, and `stands` how it stands, each in a line. `origin` is what a link says of its setup alone, and `away`
 * that some of it was done on another device.
 */
export interface Course {
  at?: number;
  of?: number;
  back?: number;
  on?: number;
  setup?: string;
  stands?: string;
  origin?: Record<string, string>;
  away?: boolean;
  long?: boolean;
  leaves?: number;
  sealed?: Record<string, any>[];
  log?: Log;
  steps?: Record<string, any>[];
  complaint?: string;
  waits?: string;
}

/**
 * An answer, drawn: `html` is read at once, and the `rest` stands below the form. `inputs` are canonical, `link` is
 * what a link says of them, and `said` is them in words. `say` is said aloud, `pin` is the answer in short, `more` the
 * number of inputs set under "More", and `complaints` say of rulings, by name, why they could not be used. A form is
 * drawn where one was asked for, and `unfilled` is what the address says where a sheet has filled some of it.
 */
export interface Answer {
  at?: number;
  of?: number;
  back?: number;
  on?: number;
  setup?: string;
  stands?: string;
  origin?: Record<string, string>;
  away?: boolean;
  long?: boolean;
  leaves?: number;
  sealed?: Record<string, any>[];
  log?: Log;
  steps?: Record<string, any>[];
  complaint?: string;
  waits?: string;
  calculator: string;
  inputs: Record<string, any>;
  values: Record<string, any>;
  rulings: Record<string, string>;
  html: string;
  rest: string;
  form?: string;
  pin: string;
  say: string;
  more: number;
  said: ([string, string])[];
  complaints: Record<string, string>;
  link: Record<string, string>;
  unfilled?: Record<string, string>;
  effects: Offered[];
}

/** What the command line prints. */
export interface Printed {
  calculator: string;
  inputs: Record<string, any>;
  values: Record<string, any>;
  blocks: Record<string, any>[];
  effects: Record<string, any>[];
  rulings: Record<string, string>;
  log?: Log;
  moves?: Record<string, any>;
  complaint?: string;
  waits?: string;
}

/** All calculators. */
export interface Names {
  names: string[];
  version: string;
}

/**
 * What a question comes to that someone typed: figure and line of the answer, which `say` says aloud. `said` is what
 * was understood, by the labels of the fields, and `assumed` what was taken for granted. Where something is `missing`,
 * there is no answer. The `link` leads to the filled calculator, from the root of the site.
 */
export interface Found {
  calculator: string;
  inputs: Record<string, any>;
  question: string;
  figure: string;
  line: string;
  say: string;
  said: ([string, string])[];
  assumed: string[];
  missing: string[];
  link: string;
}

/** What was `found`; nothing where a question is not understood, or cannot be used. */
export interface Understood {
  found: Found | null;
}

/** All that an answer came from, in words. */
export interface Text {
  text: string;
}

/**
 * What is sealed in a session, by whose it is: labels with what was chosen, and the moves that make it on another
 * device, as far as they may go there.
 */
export interface Peeked {
  sealed: Record<string, ([string, string])[]>;
  handed: Record<string, Record<string, any>[]>;
}

/** Dice that fell, drawn and as one line; `waiting` is how many more they brought that are still to be rolled. */
export interface Rolled {
  html: string;
  say: string;
  text: string;
  faces: number[];
  waiting: number;
}

/**
 * One thing to fill a field with: the pairs that it sets, or those of a row that it adds, and the row it is of. It may
 * be of `everyone`, and so of nobody's sheet alone.
 */
export interface Offer {
  words: string;
  pairs: Record<string, string>;
  row: Record<string, string>;
  name: string;
  everyone: boolean;
}

/** A field that is filled at once, with all pairs that this sets, and the row of the sheet that it is of. */
export interface Fill {
  path: string;
  pairs: Record<string, string>;
  name: string;
}

/**
 * What a sheet offers, by the paths of fields, and what of it fills them before anybody chooses. `lacks` is what fields
 * ask for by its name and the sheet has not, by their paths.
 */
export interface Offers {
  offers: Record<string, Offer[]>;
  fills: Fill[];
  lacks: Record<string, string>;
}

/** A character. `typed` are texts, by their paths, that cannot be used. */
export interface Sheet {
  id: string;
  calculator: string;
  inputs: Record<string, any>;
  typed?: Record<string, string>;
}

/**
 * Something that was done to a sheet and can be undone: each change with what stood there before and after. `by` is the
 * tab that typed it, `calculator` the kind of a sheet that is gone.
 */
export interface Entry {
  id: string;
  sheet: string;
  words: string;
  changes: ([string, string | null, string | null])[];
  by?: string;
  calculator?: string;
}

/** The document of the reader's characters, as it is stored and saved; see `engine.sheets`. */
export interface Characters {
  format: number;
  version: string;
  next: number;
  sheets: Sheet[];
  done: Entry[];
  edits: Entry[];
}

/** What is seen of each character at a glance, by its id: names and values. */
export interface Strip {
  strip: Record<string, ([string, string])[]>;
}

/** The document after something was done to it: in words, to which sheet, and the entry that undoes it. */
export interface Noted {
  document: Characters;
  words: string;
  sheet: string;
  entry: string;
}

/** A ruling that a table reads in another way: its id and question, and both readings in words. */
export interface Differing {
  ruling: string;
  question: string;
  theirs: string;
  ours: string;
}

/**
 * What a table plays by: readings and house notes (day and text) by the ids of rulings; and its code in a link.
 * `differs` has the rulings in which it differs from the reader's table, or from the defaults; `complaints` say what of
 * it was set aside.
 */
export interface Table {
  name: string;
  rulings: Record<string, string>;
  notes: Record<string, [string, string]>;
  code: string;
  differs: Differing[];
  complaints: string[];
}

/** A rule that a reader wrote: its name, and its lines in words. */
export interface OwnRule {
  name: string;
  lines: string[];
}

/** A live section, drawn. */
export interface Drawn {
  html: string;
}

/** Nothing more: a calculator is at hand now. */
export interface Woken {
}

/** What each request is answered, by what it does. */
export interface Answers {
  names: Names;
  ask: Understood;
  run: Printed;
  answer: Answer;
  form: Answer;
  step: Answer;
  peek: Peeked;
  roll: Rolled;
  text: Text;
  offers: Offers;
  strip: Strip;
  table: Table;
  rule: OwnRule;
  section: Drawn;
  sheets: Noted;
  wake: Woken;
}

/**
 * For whom an answer is drawn: the readings chosen, the calculator's id on its page, the way to the root, and the names
 * of the fields that show at once, where the page says which.
 */
export interface Context {
  rulings?: Record<string, string>;
  instance?: string;
  base?: string;
  fields?: string;
}

/** For all calculators. */
export interface AskNames {
  do: "names";
}

/** For what a question comes to, as it was `typed`. */
export interface AskQuestion {
  do: "ask";
  typed: string;
  rulings?: Record<string, string>;
}

/** What is thrown against what, by which calculator; `onward` is where dice that fall short lead. */
export interface Thrown {
  roller: string;
  pool: string;
  obstacle: string;
  onward?: string;
}

/**
 * Inputs of a calculator, or the setup of a session and where it is: `at` which step of a `tape`. The tape is the
 * page's name for it; the `log` comes along where Python does not know that name.
 */
export interface Asked {
  rulings?: Record<string, string>;
  instance?: string;
  base?: string;
  fields?: string;
  calculator: string;
  inputs?: Record<string, any>;
  tape?: string;
  log?: Log | null;
  at?: number;
}

/** For what the command line prints. */
export interface AskRun {
  rulings?: Record<string, string>;
  instance?: string;
  base?: string;
  fields?: string;
  calculator: string;
  inputs?: Record<string, any>;
  tape?: string;
  log?: Log | null;
  at?: number;
  do: "run";
}

/**
 * For an answer that is drawn, with its form where that is to be drawn anew, or after a step of a session. `add` or
 * `drop` changes a list of rows first, by `several` that are typed if it says them, and a `move` is the step that is
 * made; with `follow` those that ask nothing follow it. Without `compare`, rulings come without their other verdicts.
 * `unfilled` are the inputs without what a sheet has filled.
 */
export interface AskAnswer {
  rulings?: Record<string, string>;
  instance?: string;
  base?: string;
  fields?: string;
  calculator: string;
  inputs?: Record<string, any>;
  tape?: string;
  log?: Log | null;
  at?: number;
  do: "answer" | "form" | "step";
  add?: string;
  drop?: string;
  several?: string;
  move?: Record<string, any>;
  follow?: boolean;
  compare?: boolean;
  unfilled?: Record<string, string>;
}

/** For what is sealed in a session, for the eyes of whose it is. */
export interface AskPeek {
  rulings?: Record<string, string>;
  instance?: string;
  base?: string;
  fields?: string;
  calculator: string;
  inputs?: Record<string, any>;
  tape?: string;
  log?: Log | null;
  at?: number;
  do: "peek";
}

/** For an answer in words, with the `link` that leads to it and the `roll` and `faces` that fell, if any did. */
export interface AskText {
  rulings?: Record<string, string>;
  instance?: string;
  base?: string;
  fields?: string;
  calculator: string;
  inputs?: Record<string, any>;
  tape?: string;
  log?: Log | null;
  at?: number;
  do: "text";
  link?: string;
  roll?: Thrown;
  faces?: string;
}

/** For dice that fall: the reader's `faces`, or those of a `seed`. */
export interface AskRoll {
  rulings?: Record<string, string>;
  instance?: string;
  base?: string;
  fields?: string;
  do: "roll";
  roll: Thrown;
  faces?: string;
  seed?: number;
}

/**
 * For what a sheet `of` one calculator offers to another; with `all`, also to fields that do not ask for it. `party`
 * are all sheets of its kind, for lists that take everyone.
 */
export interface AskOffers {
  do: "offers";
  calculator: string;
  sheet: Record<string, any>;
  of: string;
  all?: boolean;
  party?: Record<string, any>[];
}

/** For what is seen of characters at a glance. */
export interface AskStrip {
  do: "strip";
  sheets: Sheet[];
}

/** For the code of the reader's table, or for what another table's `code` says beside it. */
export interface AskTable {
  do: "table";
  name?: string;
  rulings?: Record<string, string>;
  notes?: Record<string, [string, string]>;
  code?: string;
}

/** For what a rule of a reader's own says, from its `code`; nothing of it is worked out. */
export interface AskRule {
  do: "rule";
  code: string;
}

/** For the rules of a calculator, before someone asks for its answer. */
export interface AskWake {
  do: "wake";
  calculator: string;
}

/** For the live section of a calculator, as a page would have it. */
export interface AskSection {
  do: "section";
  calculator: string;
  instance: string;
  base: string;
}

/** For something to be done to the document of characters, by what "op" says; see `engine.app`. */
export interface AskSheets {
  do: "sheets";
  op: "read" | "add" | "remove" | "change" | "apply" | "undo" | "merge";
  document: any;
  rulings?: Record<string, string>;
  sheet?: string;
  calculator?: string;
  inputs?: Record<string, any>;
  copies?: number;
  pairs?: Record<string, string>;
  gone?: string[];
  by?: string;
  effect?: Record<string, any>;
  name?: string;
  entry?: string;
  file?: any;
}

export type Request = AskNames | AskQuestion | AskRun | AskAnswer | AskPeek | AskText | AskRoll | AskOffers | AskStrip | AskTable | AskRule | AskSection | AskSheets | AskWake;

/** An answer, or why there is none. */
export type Reply<Shape> = (Shape & { error?: undefined }) | Refusal;
