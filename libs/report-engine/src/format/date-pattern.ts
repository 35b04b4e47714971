import { memoize } from '../memoize.ts';

/** A letter of a date pattern with how often it is repeated, or a literal text. */
export type DateToken = string | { letter: string; length: number };

/** Parses a pattern of Java's SimpleDateFormat such as `dd.MM.yyyy HH:mm` or `EEEE 'the' d`. */
export const parseDatePattern = memoize(1_000, (pattern): DateToken[] => [...readTokens(pattern)]);

function* readTokens(pattern: string): Generator<DateToken> {
  const token = /''|'((?:[^']|'')*)'?|([A-Za-z])\2*|[^A-Za-z']+/g;
  for (const [text, quoted, letter] of pattern.matchAll(token)) {
    if (text === "''") yield "'";
    else if (quoted !== undefined) yield quoted.replaceAll("''", "'");
    else if (letter !== undefined) yield { letter, length: text.length };
    else yield text;
  }
}
