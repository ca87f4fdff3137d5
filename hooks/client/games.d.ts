// The shape of games.js, which hooks/assets.py writes from what the games hand over.

/** The first words of rulings that older links and stores call by no game, each with its game. */
export const UNPREFIXED: Record<string, string>;
