import { Transform } from 'node:stream';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { plain, scrub } from '../server/scrub.ts';
import type { LogSource, ReadingChoice } from './sources.ts';

/** What a line is cut at. */
const MAX_LINE = 64 * 1024;

/** Reads a log as whole lines that hold neither secrets nor anything but text. */
export async function readClean(source: LogSource, to: Writable, choice: ReadingChoice): Promise<void> {
  const lines = cleanLines();
  // Whoever takes the lines may be gone first; the source ends then as well.
  const taken = pipeline(lines, to).catch(() => undefined);
  try {
    await source.read(lines, choice);
  } finally {
    lines.end();
    await taken;
  }
}

function cleanLines(): Transform {
  const decoder = new TextDecoder();
  let rest = '';
  const clean = (line: string): string => `${scrub(plain(line.slice(0, MAX_LINE)))}\n`;
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
