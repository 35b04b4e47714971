import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, test } from '@jest/globals';
import { createLineWriter, eachLine } from './lines.ts';

const CUT = 'x'.repeat(8 * 1024);
const LONG = Buffer.alloc(100_000, 'x');

/** What both ways to hear lines make of chunks, which must be the same. */
async function linesOf(...chunks: (string | Buffer)[]): Promise<string[]> {
  const buffers = chunks.map((chunk) => Buffer.from(chunk));
  const [read, written]: [string[], string[]] = [[], []];
  const stream = Readable.from(buffers);
  eachLine(stream, (line) => read.push(line));
  await Promise.all([
    new Promise((done) => stream.once('end', done)),
    pipeline(
      Readable.from(buffers),
      createLineWriter((line) => written.push(line)),
    ),
  ]);
  expect(written).toEqual(read);
  return read;
}

test('lines and characters may be spread over chunks, and the last line may lack its end', async () => {
  const bytes = Buffer.from('one\ntwö\n\nthree');
  expect(await linesOf(...[...bytes].map((byte) => Buffer.of(byte)))).toEqual(['one', 'twö', '', 'three']);
});

test('a line without an end is cut, and the next line is whole', async () => {
  expect(await linesOf(LONG, LONG, LONG)).toEqual([CUT]);
  expect(await linesOf(LONG, LONG, '\nnext\n')).toEqual([CUT, 'next']);
  expect(await linesOf(Buffer.concat([LONG, Buffer.from('\nnext\n')]))).toEqual([CUT, 'next']);
});
