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
  /** The same rows, some hundreds at a time: a promise for each row would take longer than the row itself. */
  batches(): AsyncGenerator<Row[]>;
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
    const batches = (): AsyncGenerator<Row[]> => readBatches(file, columns);
    return { columns, rowCount, batches, rows: () => flatten(batches()), close: () => file.close() };
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

async function* flatten(batches: AsyncIterable<Row[]>): AsyncGenerator<Row> {
  for await (const batch of batches) yield* batch;
}

async function* readBatches(file: FileHandle, columns: readonly Column[]): AsyncGenerator<Row[]> {
  const decode = createDecoder(columns);
  let position = 0;
  // One buffer for the whole file: buffers of each read would wait for the garbage collector by the hundred.
  let buffer = Buffer.allocUnsafe(READ_BYTES);
  let filled = 0;
  for (;;) {
    const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    filled += bytesRead;
    const end = buffer.subarray(0, filled).lastIndexOf(NEWLINE);
    if (end >= 0) {
      const rows = buffer.toString('utf8', 0, end).split('\n').map(decode);
      buffer.copy(buffer, 0, end + 1, filled);
      filled -= end + 1;
      yield rows;
    } else if (filled === buffer.length) {
      // A line that is longer than the buffer.
      buffer = Buffer.concat([buffer], buffer.length * 2);
    }
  }
}

/** Decodes lines to rows of one shape. They inherit nothing: a column may be named constructor. */
function createDecoder(columns: readonly Column[]): (line: string) => Row {
  const names = columns.map(({ name }) => name);
  // Objects of a constructor stay quick to read, where those of Object.create(null) are dictionaries.
  const Shape = function () {} as unknown as new () => Record<string, Value>;
  Shape.prototype = Object.create(null);
  return (line) => {
    const encoded = JSON.parse(line) as EncodedValue[];
    const row = new Shape();
    for (let i = 0; i < names.length; i += 1) row[names[i] as string] = decodeValue(encoded[i] ?? null);
    return row;
  };
}
