/** The deepest nesting of objects and arrays in a JSON text. One loop, so depth costs no stack. */
export function jsonDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (isInString) {
      if (code === BACKSLASH) index += 1;
      else if (code === QUOTE) isInString = false;
    } else if (code === QUOTE) isInString = true;
    else if (code === OPEN_OBJECT || code === OPEN_ARRAY) deepest = Math.max(deepest, ++depth);
    else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) depth -= 1;
  }
  return deepest;
}

const [QUOTE, BACKSLASH, OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [34, 92, 123, 125, 91, 93];
