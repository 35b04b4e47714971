import { createReadStream } from 'node:fs';
import type { Encoding } from '../postgis/columns.ts';
import { createCopyParser } from '../postgis/copy-rows.ts';
import type { StagedOp } from '../reader-protocol/sync-types.ts';
import { readField } from './read-field.ts';
import type { StagedRow, StagedValues } from './types.ts';

export interface StagedRowsRequest {
  /** Those of the comparison that wrote the file. */
  columns: { after: string; encoding: Encoding }[];
  hasGeometry: boolean;
  /** By default all. */
  ops?: StagedOp[];
  /** By default all. */
  limit?: number;
}

const CHUNK_BYTES = 1024 * 1024;
const KEYS = 2;

/**
 * Rows of the output of a comparison, in its order: changed and deleted rows by key, then new ones. The file is read by the chunk,
 * and no further than to the last row. @throws when it ends before that
 */
export async function* readStagedRows(
  file: string,
  { ops, limit = Infinity, ...layout }: StagedRowsRequest,
): AsyncGenerator<StagedRow> {
  let fields: (Buffer | null)[] = [];
  let rows: StagedRow[] = [];
  const parser = createCopyParser({
    takeField: (_, bytes, at, length) =>
      void fields.push(length < 0 ? null : bytes.subarray(at, at + length)),
    endRow() {
      const op = String(fields[0]) as StagedOp;
      if (ops?.includes(op) ?? true) rows.push(toRow(op, fields, layout));
      fields = [];
    },
  });
  let count = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: CHUNK_BYTES })) {
    parser.push(chunk as Buffer);
    for (const row of rows) {
      if (count === limit) return;
      count += 1;
      yield row;
    }
    rows = [];
  }
  parser.finish();
}

type Layout = Pick<StagedRowsRequest, 'columns' | 'hasGeometry'>;

function toRow(op: StagedOp, fields: (Buffer | null)[], layout: Layout): StagedRow {
  const middle = KEYS + layout.columns.length + (layout.hasGeometry ? 1 : 0);
  return {
    op,
    key: String(fields[1]?.readBigInt64BE()),
    new: op === 'D' ? null : toValues(fields.slice(KEYS, middle), layout),
    old: op === 'I' ? null : toValues(fields.slice(middle), layout),
  };
}

function toValues(fields: (Buffer | null)[], { columns, hasGeometry }: Layout): StagedValues {
  const values = columns.map(({ after, encoding }, i) => {
    const field = fields[i] ?? null;
    return [after, field && readField(encoding, field)] as const;
  });
  return {
    values: Object.fromEntries(values),
    geometry: hasGeometry ? (fields[columns.length] ?? null) : null,
  };
}
