import { Transform } from 'node:stream';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { LogSource, ReadOptions } from './types.ts';

/** Longer lines are cut. */
const MAX_LINE = 64 * 1024;
const HIDDEN = '***';

/** C0 and C1 control characters except tab and line feed: terminals execute them. */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Replaces control characters, so that text in a log or a comment cannot control an administrator's terminal. */
export function plain(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(CONTROLS, '\uFFFD');
}

/**
 * Hides passwords in addresses, and values after words for a password. Every repetition is bounded, because anyone who writes to a log
 * chooses its lines.
 */
export function redact(text: string): string {
  return text
    .replace(/(:\/\/[^\s:/@]{0,200}:)[^\s@]{1,500}@/g, `$1${HIDDEN}@`)
    .replace(
      /((?:password|passwd|pwd|secret|token|api_?key)\w{0,30}["']?\s{0,9}[=:]\s{0,9})('[^']{0,999}'|"[^"]{0,999}"|[^\s,;]{1,999})/gi,
      `$1${HIDDEN}`,
    )
    .replace(/(password\s{1,9})('[^']{0,999}'|"[^"]{0,999}")/gi, `$1${HIDDEN}`)
    .replace(/(--?(?:password|passwd|secret|token|api-?key)\s{1,9})(\S{1,999})/gi, `$1${HIDDEN}`);
}

/** Reads a log by lines, without secrets and control characters. */
export async function readRedacted(source: LogSource, to: Writable, options: ReadOptions): Promise<void> {
  const lines = redactLines();
  // The reader may end first; then the source ends as well.
  const written = pipeline(lines, to).catch(() => undefined);
  try {
    await source.read(lines, options);
  } finally {
    lines.end();
    await written;
  }
}

function redactLines(): Transform {
  const decoder = new TextDecoder();
  let rest = '';
  const clean = (line: string): string => `${redact(plain(line.slice(0, MAX_LINE)))}\n`;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = (lines.pop() ?? '').slice(0, MAX_LINE);
      done(null, lines.map(clean).join(''));
    },
    flush(done) {
      done(null, rest === '' ? '' : clean(rest));
    },
  });
}
