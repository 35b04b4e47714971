/** A letter of a date pattern with how often it is repeated, or a literal text. */
export type DateToken = string | { letter: string; length: number };

const parsed = new Map<string, DateToken[]>();

/** Parses a pattern of Java's SimpleDateFormat such as `dd.MM.yyyy HH:mm` or `EEEE 'the' d`. */
export function parseDatePattern(pattern: string): DateToken[] {
  let tokens = parsed.get(pattern);
  if (!tokens) {
    tokens = [...readTokens(pattern)];
    parsed.set(pattern, tokens);
  }
  return tokens;
}

function* readTokens(pattern: string): Generator<DateToken> {
  const token = /''|'((?:[^']|'')*)'?|([A-Za-z])\2*|[^A-Za-z']+/g;
  for (const [text, quoted, letter] of pattern.matchAll(token)) {
    if (text === "''") yield "'";
    else if (quoted !== undefined) yield quoted.replaceAll("''", "'");
    else if (letter !== undefined) yield { letter, length: text.length };
    else yield text;
  }
}
