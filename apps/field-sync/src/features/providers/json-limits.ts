/** Documented answers are nested a few levels deep; a list of 100,000 files with their versions has about a million values. */
const MAX_DEPTH = 100;
const MAX_VALUES = 5_000_000;

const [QUOTE, COMMA, BACKSLASH] = [34, 44, 92];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125];

/** Whether parsing a text would take far more memory than the text itself: `[[[…` takes forty times as much. */
export function exceedsJsonLimits(text: string): boolean {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) at = endOfString(text, at);
    else if (char === COMMA) values += 1;
    else if (char === OPEN_ARRAY || char === OPEN_OBJECT) {
      depth += 1;
      values += 1;
    } else if (char === CLOSE_ARRAY || char === CLOSE_OBJECT) depth -= 1;
    if (depth > MAX_DEPTH || values > MAX_VALUES) return true;
  }
  return false;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) return at;
    if (char === BACKSLASH) at += 1;
  }
  return text.length;
}
