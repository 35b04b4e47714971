import type { CompareTableReply, CompareTableRequest, StagedOp } from '../../reader-protocol/sync-types.ts';
import { createRowComparison } from './compare-values.ts';
import { putFields } from '../postgres-copy/put-fields.ts';
import type { FieldFormat } from '../postgres-copy/put-fields.ts';
import { createKindCheck } from './geometry-kind.ts';
import { valueMisfit } from './misfit.ts';
import { createHeldFile, createRowFile } from './row-file.ts';

/** Rows begin with both keys; the new half (geometry, columns) and the old one follow. */
type Row = readonly unknown[];

export interface Stage {
  counts: { inserted: number; updated: number; deleted: number };
  insert(key: unknown, row: Row): void;
  /** Leaves out a row both halves of which become the same in PostgreSQL. */
  update(key: unknown, row: Row): void;
  remove(key: unknown, row: Row): void;
  close(): Omit<CompareTableReply, 'rowsBefore' | 'rowsAfter'>;
}

const KEYS = 2;
const OPS: Record<StagedOp, Uint8Array> = {
  I: Buffer.from('I'),
  U: Buffer.from('U'),
  D: Buffer.from('D'),
};

/** Writes changed rows to the output of a comparison. */
export function createStage(request: CompareTableRequest): Stage {
  const { geometry } = request;
  const columns = request.columns.map(({ after, encoding }) => ({ source: after, encoding }));
  const width = columns.length + (geometry ? 1 : 0);
  const output = createRowFile(request.output);
  const held = createHeldFile(request.held);
  const isUnchanged = createRowComparison({ columns, geometry, first: KEYS });
  const findOtherKind = geometry ? createKindCheck(geometry) : () => null;
  const kinds = new Set<string>();
  const counts = { inserted: 0, updated: 0, deleted: 0 };
  let blanks = 0;
  let current: unknown = null;

  const newFormat: FieldFormat = {
    columns,
    geometry,
    onBlank: () => void (blanks += 1),
    onBroken: (reason, value) => held.add(current, reason, value),
    onGeometry(found) {
      const kind = findOtherKind(found);
      if (kind !== null) kinds.add(kind);
    },
    onMisfit(column, value) {
      throw valueMisfit({ table: request.table.after, key: current }, column, value);
    },
  };
  const oldFormat: FieldFormat = {
    columns,
    geometry,
    onBlank: () => undefined,
    onBroken: () => undefined,
    // A value of the earlier file that does not fit was never applied.
    onMisfit: () => undefined,
  };

  function beginRow(op: StagedOp, key: unknown): void {
    current = key;
    output.rows.beginRow(KEYS + 2 * width);
    output.rows.putBytes(OPS[op], 0);
    output.rows.put('int8', key);
  }
  function putNew(row: Row): void {
    putFields(output.rows, row, { first: KEYS, format: newFormat });
  }
  function putOld(row: Row): void {
    putFields(output.rows, row, { first: KEYS + width, format: oldFormat });
  }
  function putNone(): void {
    for (let i = 0; i < width; i += 1) output.rows.putNull();
  }

  return {
    counts,
    insert(key, row) {
      beginRow('I', key);
      putNew(row);
      putNone();
      counts.inserted += 1;
    },
    update(key, row) {
      if (isUnchanged(row)) return;
      beginRow('U', key);
      putNew(row);
      putOld(row);
      counts.updated += 1;
    },
    remove(key, row) {
      beginRow('D', key);
      putNone();
      putOld(row);
      counts.deleted += 1;
    },
    close() {
      output.close();
      return { ...counts, held: held.close(), blanks, geometryKinds: [...kinds].toSorted() };
    },
  };
}
