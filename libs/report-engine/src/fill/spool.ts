import { randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeValue, encodeValue, type EncodedValue } from '../values/codec.ts';
import type { Column, Row, Value } from '../values/types.ts';

/** Rows in a scratch file: they can be read again and again, also by several readers at a time. */
export interface Spool {
  readonly columns: readonly Column[];
  readonly rowCount: number;
  rows(): AsyncGenerator<Row>;
  /** Frees the file. Reading afterwards fails. */
  close(): Promise<void>;
}

export interface SpoolOptions {
  columns: readonly Column[];
  /** Folder of the scratch file; that of the system if left out. */
  scratch?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Called for each row; throws where there are too many. */
  onRow?(rowNumber: number): void;
}

const WRITE_BYTES = 256 * 1024;
const READ_BYTES = 256 * 1024;
const NEWLINE = 10;

/**
 * Reads all rows into a scratch file, one JSON list a line. The file has no name any more once it is open, so that nothing is left
 * of it when the process ends in whatever way.
 */
export async function spoolRows(rows: AsyncIterable<Row>, options: SpoolOptions): Promise<Spool> {
  const { columns } = options;
  const path = join(options.scratch ?? tmpdir(), `cairn-rows-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await unlink(path);
    const rowCount = await writeRows(file, rows, options);
    return { columns, rowCount, rows: () => readRows(file, columns), close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function writeRows(file: FileHandle, rows: AsyncIterable<Row>, options: SpoolOptions): Promise<number> {
  const names = options.columns.map(({ name }) => name);
  let rowCount = 0;
  let text = '';
  for await (const row of rows) {
    rowCount += 1;
    options.onRow?.(rowCount);
    text += `${JSON.stringify(names.map((name) => encodeValue(row[name] ?? null)))}\n`;
    if (text.length < WRITE_BYTES) continue;
    options.signal?.throwIfAborted();
    await file.writeFile(text);
    text = '';
  }
  options.signal?.throwIfAborted();
  await file.writeFile(text);
  return rowCount;
}

async function* readRows(file: FileHandle, columns: readonly Column[]): AsyncGenerator<Row> {
  let position = 0;
  let rest: Buffer = Buffer.alloc(0);
  for (;;) {
    const chunk = Buffer.allocUnsafe(READ_BYTES);
    const { bytesRead } = await file.read(chunk, 0, READ_BYTES, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    const data =
      rest.length === 0 ? chunk.subarray(0, bytesRead) : Buffer.concat([rest, chunk.subarray(0, bytesRead)]);
    const end = data.lastIndexOf(NEWLINE);
    if (end < 0) {
      rest = data;
      continue;
    }
    for (const line of data.toString('utf8', 0, end).split('\n')) yield decodeRow(line, columns);
    rest = data.subarray(end + 1);
  }
}

function decodeRow(line: string, columns: readonly Column[]): Row {
  const encoded = JSON.parse(line) as EncodedValue[];
  // Without a prototype: a column may be named constructor.
  const row = Object.create(null) as Record<string, Value>;
  for (let i = 0; i < columns.length; i += 1)
    row[(columns[i] as Column).name] = decodeValue(encoded[i] ?? null);
  return row;
}
