/** The result of typing. */
export type EditorEvent =
  | { kind: 'line'; line: string }
  /** Ctrl-C. */
  | { kind: 'interrupt' }
  /** Ctrl-D in an empty line. */
  | { kind: 'end' };

export interface LineEditor {
  /** Shows the prompt and starts a line. */
  prompt(text: string): void;
  feed(bytes: Buffer): EditorEvent[];
}

const MAX_CHARACTERS = 1000;
const MAX_HISTORY = 100;
const BELL = '\u0007';
const ERASE_LINE = '\r\u001b[K';

/** An escape sequence, complete or not. Only arrows have an effect. */
// oxlint-disable-next-line no-control-regex
const SEQUENCE = /^\u001b(\[[0-9;?]*[A-Za-z~]?|O[A-Za-z]?|$)/;

/**
 * Edits a line from the bytes that a user types: echo, backspace, Ctrl-U, Ctrl-W, Ctrl-C, Ctrl-D, and history with the arrows up and
 * down. `show` writes to the screen.
 */
export function createLineEditor(show: (text: string) => void): LineEditor {
  const history: string[] = [];
  const decoder = new TextDecoder();
  let historyIndex = 0;
  let line = '';
  let prompt = '';
  let incomplete = '';

  function replaceLine(next: string): void {
    line = next;
    show(`${ERASE_LINE}${prompt}${line}`);
  }

  function recall(step: -1 | 1): void {
    const next = historyIndex + step;
    if (next < 0 || next > history.length) return show(BELL);
    historyIndex = next;
    replaceLine(history[historyIndex] ?? '');
  }

  function enter(): EditorEvent {
    const entered = line.trim();
    show('\r\n');
    line = '';
    if (entered !== '' && history.at(-1) !== entered) history.push(entered);
    if (history.length > MAX_HISTORY) history.shift();
    historyIndex = history.length;
    return { kind: 'line', line: entered };
  }

  function type(letter: string): EditorEvent | null {
    switch (letter) {
      case '\r':
        return enter();
      case '\n':
        return null;
      case '\u0003':
        line = '';
        show('^C\r\n');
        return { kind: 'interrupt' };
      case '\u0004':
        return line === '' ? { kind: 'end' } : (show(BELL), null);
      case '\u007f':
      case '\b':
        if (line !== '') replaceLine([...line].slice(0, -1).join(''));
        return null;
      case '\u0015':
        return (replaceLine(''), null);
      case '\u0017':
        return (replaceLine(line.replace(/\S*\s*$/, '')), null);
    }
    if (letter < ' ' || line.length >= MAX_CHARACTERS) return (show(BELL), null);
    line += letter;
    show(letter);
    return null;
  }

  return {
    prompt(text) {
      prompt = text;
      show(text + line);
    },
    feed(bytes) {
      const events: EditorEvent[] = [];
      let text = incomplete + decoder.decode(bytes, { stream: true });
      incomplete = '';
      while (text !== '') {
        const sequence = SEQUENCE.exec(text)?.[0];
        if (sequence === undefined) {
          const letter = String.fromCodePoint(text.codePointAt(0)!);
          const result = type(letter);
          if (result) events.push(result);
          text = text.slice(letter.length);
          continue;
        }
        text = text.slice(sequence.length);
        if (text === '' && !/[A-Za-z~]$/.test(sequence.slice(2))) incomplete = sequence;
        else if (/[[O]A$/.test(sequence)) recall(-1);
        else if (/[[O]B$/.test(sequence)) recall(1);
      }
      return events;
    },
  };
}
