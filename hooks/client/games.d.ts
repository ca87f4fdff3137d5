// The shape of games.js, which hooks/assets.py writes from what the games hand over.

/** The first words of rulings that older links and stores call by no game, each with its game. */
export const UNPREFIXED: Record<string, string>;

/** The rulings that say which book is played: by its readings, the default first, what each book is called in short. */
export const BOOKS: Record<string, Record<string, string>>;

/** The names of the games, which are the folders of their pages. */
export const GAMES: string[];
