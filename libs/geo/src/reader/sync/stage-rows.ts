import type { CompareTableReply, CompareTableRequest, StagedOp } from '../../reader-protocol/sync-types.ts';
import { openFieldBuffer } from '../postgres-copy/copy-buffer.ts';
import type { FieldBuffer } from '../postgres-copy/copy-buffer.ts';
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
  const counts = { inserted: 0, updated: 0, deleted: 0 };
  const kinds = new Set<string>();
  const findOtherKind = geometry ? createKindCheck(geometry) : () => null;
  let blanks = 0;

  /** One half of the row at hand. Nothing counts before the row is known to be written. */
  const fresh = {
    fields: openFieldBuffer(),
    blanks: 0,
    broken: null as Broken | null,
    kind: null as string | null,
  };
  const stale = { fields: openFieldBuffer(), broken: null as Broken | null };
  let current: unknown = null;

  const freshFormat: FieldFormat = {
    columns,
    geometry,
    onBlank: () => void (fresh.blanks += 1),
    onBroken: (reason, value) => void (fresh.broken = { reason, value }),
    onGeometry: (found) => void (fresh.kind = findOtherKind(found)),
    onMisfit(column, value) {
      throw valueMisfit({ table: request.table.after, key: current }, column, value);
    },
  };
  const staleFormat: FieldFormat = {
    columns,
    geometry,
    onBlank: () => undefined,
    onBroken: (reason, value) => void (stale.broken = { reason, value }),
    // A value of the earlier file that does not fit was never applied.
    onMisfit: () => undefined,
  };

  function readFresh(row: Row): void {
    fresh.fields.clear();
    Object.assign(fresh, { blanks: 0, broken: null, kind: null });
    putFields(fresh.fields, row, { first: KEYS, format: freshFormat });
  }
  function readStale(row: Row): void {
    stale.fields.clear();
    stale.broken = null;
    putFields(stale.fields, row, { first: KEYS + width, format: staleFormat });
  }
  function write(op: StagedOp, halves: { fresh: FieldBuffer | null; stale: FieldBuffer | null }): void {
    const { rows } = output;
    rows.beginRow(KEYS + 2 * width);
    rows.putBytes(OPS[op], 0);
    rows.put('int8', current);
    for (const half of [halves.fresh, halves.stale]) {
      if (half) rows.append(half.bytes());
      else for (let i = 0; i < width; i += 1) rows.putNull();
    }
    if (!halves.fresh) return;
    blanks += fresh.blanks;
    if (fresh.kind !== null) kinds.add(fresh.kind);
    if (fresh.broken) held.add(current, fresh.broken.reason, fresh.broken.value);
  }

  return {
    counts,
    insert(key, row) {
      current = key;
      readFresh(row);
      write('I', { fresh: fresh.fields, stale: null });
      counts.inserted += 1;
    },
    update(key, row) {
      current = key;
      readFresh(row);
      readStale(row);
      if (isSame(fresh.fields.bytes(), stale.fields.bytes()) && isSameBroken(fresh.broken, stale.broken))
        return;
      write('U', { fresh: fresh.fields, stale: stale.fields });
      counts.updated += 1;
    },
    remove(key, row) {
      current = key;
      readStale(row);
      write('D', { fresh: null, stale: stale.fields });
      counts.deleted += 1;
    },
    close() {
      output.close();
      return { ...counts, held: held.close(), blanks, geometryKinds: [...kinds].toSorted() };
    },
  };
}

interface Broken {
  reason: string;
  value: unknown;
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}

/** A geometry that cannot be stored counts by its bytes, since these are what is kept of it. */
function isSameBroken(a: Broken | null, b: Broken | null): boolean {
  if (a === null || b === null) return a === b;
  if (!(a.value instanceof Uint8Array) || !(b.value instanceof Uint8Array)) return a.value === b.value;
  return isSame(a.value, b.value);
}
