export interface ErrorPosition {
  before: string;
  /** The word at which the server stopped; empty at the end. */
  at: string;
  after: string;
}

/** Where in a condition or an expression the fault is: the server's sentence names the number of characters before it. */
export function errorPosition(condition: string, sentence: string): ErrorPosition | null {
  const match =
    /^The (?:condition cannot be read|expression is wrong) (?:at its beginning|after (\d+) characters?)/.exec(
      sentence,
    );
  if (!match) return null;
  const start = Math.min(condition.length, Number(match[1] ?? 0));
  const rest = condition.slice(start);
  const at = /^\S+/.exec(rest)?.[0] ?? '';
  return { before: condition.slice(0, start), at, after: rest.slice(at.length) };
}
