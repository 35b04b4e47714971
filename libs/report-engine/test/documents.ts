import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Fill, Writer } from '../src/fill/types.ts';

/** The bytes of a document. The fill is closed. */
export async function writeDocument(writer: Writer, fill: Fill): Promise<Buffer> {
  const stream = new PassThrough();
  try {
    const [bytes] = await Promise.all([buffer(stream), writer(fill, { stream })]);
    return bytes;
  } finally {
    await fill.close();
  }
}

const unzipped = new WeakMap<Buffer, Map<string, string>>();

/** The parts of a zip file by name, as the program `unzip` reads them; those of XML have passed `xmllint`. */
export function unzipParts(bytes: Buffer): Map<string, string> {
  const parts = unzipped.get(bytes) ?? readParts(bytes);
  unzipped.set(bytes, parts);
  return parts;
}

function readParts(bytes: Buffer): Map<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-document-'));
  try {
    const file = join(folder, 'document.zip');
    writeFileSync(file, bytes);
    const run = (program: string, args: string[]): string =>
      execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 28 });
    run('unzip', ['-q', file, '-d', join(folder, 'parts')]);
    const names = run('unzip', ['-Z1', file]).trim().split('\n');
    const xml = names.filter((name) => /\.(xml|rels)$/.test(name));
    run('xmllint', ['--noout', '--huge', ...xml.map((name) => join(folder, 'parts', name))]);
    return new Map(names.map((name) => [name, readFileSync(join(folder, 'parts', name), 'utf8')]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
