// The shape of ruled.js, which hooks/assets.py writes from the rulings of all games.

/** By the ids of rulings, their readings with a sentence each, the default first, and why they are open, with their rules. */
export const RULED: Record<string, [readings: [value: string, words: string][], why: string]>;
