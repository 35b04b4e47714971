import type { DatabaseSync } from 'node:sqlite';
import { createGeometryTarget } from './page-geometries.ts';
import { prepareComparison, prepareValues } from './read-values.ts';
import type { StoredDiff } from './diff-layers.ts';
import type {
  Difference,
  DiffPageReply,
  DiffPageRequest,
  DiffSummary,
  Side,
} from '../../reader-protocol/diff-types.ts';
import { attachAs, openUntrusted } from '../geopackage/attach.ts';

type Values = NonNullable<Difference[Side]>;

interface Found {
  before_row: bigint | null;
  after_row: bigint | null;
  geometry_changed: bigint | null;
}

/** One page of what `diffLayers` found: values come from the files, geometries go to a GeoPackage of our own. */
export function readDiffPage(request: DiffPageRequest): DiffPageReply {
  const db = openUntrusted(request.output);
  try {
    for (const name of ['before', 'after', 'differences'] as const) attachAs(db, request[name], name);
    const row = db.prepare('SELECT summary FROM differences.summary').get() as { summary: string };
    const kept = JSON.parse(row.summary) as StoredDiff;
    const target = createGeometryTarget(db, kept.layers);
    const describe = prepareDescription(db, kept, request.limit);
    const differences = rowsOf(db, kept.summary, request).map((found, place) => {
      const { before_row: before, after_row: after } = found;
      if (before !== null && (after === null || found.geometry_changed)) target.add('before', before, place);
      if (after !== null) target.add('after', after, place);
      return describe(found);
    });
    return { ...kept, differences, geometryBytes: target.finish() };
  } finally {
    db.close();
  }
}

/** The kinds are stored one after the other, so that a page is found by counting. */
function rowsOf(db: DatabaseSync, summary: DiffSummary, { kind, limit, offset }: DiffPageRequest): Found[] {
  const { added, removed, changed } = summary;
  const [start, end] = {
    added: [0, added],
    removed: [added, added + removed],
    changed: [added + removed, added + removed + changed],
    all: [0, added + removed + changed],
  }[kind ?? 'all'] as [number, number];
  const rows = db.prepare(
    'SELECT before_row, after_row, geometry_changed FROM differences.differences WHERE n > ? AND n <= ? ORDER BY n LIMIT ?',
  );
  rows.setReadBigInts(true);
  return rows.all(start + offset, end, limit) as unknown as Found[];
}

function prepareDescription(db: DatabaseSync, kept: StoredDiff, rows: number): (found: Found) => Difference {
  const { layers } = kept;
  const key = kept.summary.rowKey ? null : kept.summary.key;
  const values = (side: Side) => prepareValues(db, { side, layer: layers[side], rows });
  const read = { before: values('before'), after: values('after') };
  const compare = prepareComparison(db, layers, key);

  function one(side: Side, row: bigint): Pick<Difference, 'key' | 'name'> & { values: Values } {
    const { fid, columns } = read[side](row);
    const keyed = key ?? layers[side].fidColumn;
    return {
      key: keyed === layers[side].fidColumn ? fid : (columns[keyed as string] ?? null),
      name: nameOf(columns),
      values: columns,
    };
  }

  return ({ before_row: before, after_row: after, geometry_changed: moved }) => {
    const old = before === null ? null : one('before', before);
    const now = after === null ? null : one('after', after);
    const { key: shown, name } = (now ?? old) as NonNullable<typeof now>;
    const common = { key: shown, name, geometryChanged: moved === 1n };
    if (before === null || after === null) {
      return {
        ...common,
        kind: now ? 'added' : 'removed',
        before: old?.values ?? null,
        after: now?.values ?? null,
      };
    }
    const changed = compare(before, after);
    const pick = (from: typeof now) =>
      Object.fromEntries(changed.map((column) => [column, from?.values[column] ?? null]));
    return { ...common, kind: 'changed', before: pick(old), after: pick(now) };
  };
}

const NAMING = /^(name|title|label|naam|nom|nombre)$/i;

function nameOf(columns: Values): string | null {
  const column = Object.keys(columns).find((name) => NAMING.test(name));
  const value = column === undefined ? null : columns[column];
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}
