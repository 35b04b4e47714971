import { StringDecoder } from 'node:string_decoder';
import { Writable } from 'node:stream';
import type { Readable } from 'node:stream';

/** Longer lines are cut. */
const MAX_LINE = 8 * 1024;

type Hear = (line: string) => void;

/** Calls `hear` with each line of a stream, as soon as it is complete; the last one may lack its end. */
export function eachLine(stream: Readable, hear: Hear): void {
  const splitter = createSplitter(hear);
  stream.on('data', splitter.add);
  stream.once('end', splitter.end);
}

/** The same of what is written to it, for the `stdout` of `runProgram`. */
export function createLineWriter(hear: Hear): Writable {
  const splitter = createSplitter(hear);
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      splitter.add(chunk);
      done();
    },
    final(done) {
      splitter.end();
      done();
    },
  });
}

/** Keeps no more than a line in memory: what a program writes may have no end. */
function createSplitter(hear: Hear) {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  return {
    add(chunk: Buffer): void {
      const lines = (rest + decoder.write(chunk)).split('\n');
      rest = (lines.pop() ?? '').slice(0, MAX_LINE);
      for (const line of lines) hear(line.slice(0, MAX_LINE));
    },
    end(): void {
      if (rest !== '') hear(rest);
    },
  };
}
