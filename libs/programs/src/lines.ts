import { StringDecoder } from 'node:string_decoder';
import type { Readable } from 'node:stream';

/** Longer lines are cut. */
const MAX_LINE = 8 * 1024;

/** Calls `hear` with each line of a stream, as soon as it is complete; the last one may lack its end. */
export function eachLine(stream: Readable, hear: (line: string) => void): void {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  stream.on('data', (chunk: Buffer) => {
    const lines = (rest + decoder.write(chunk)).split('\n');
    rest = (lines.pop() ?? '').slice(0, MAX_LINE);
    for (const line of lines) hear(line.slice(0, MAX_LINE));
  });
  stream.once('end', () => {
    if (rest !== '') hear(rest);
  });
}
