import type { Extent, StoredRow } from '@cairn/geo';
import type { RowReader } from './explaining-reader.ts';
import { badRequest } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { Version } from '../versions/types.ts';
import type { createFeatureExtents } from './feature-extents.ts';
import { storedColumns } from './file-layer.ts';
import type { createFileLayers, FileLayer } from './file-layer.ts';
import { filteredKey } from './filters.ts';
import { createFilePages } from './file-page.ts';
import { extentOfGeometry } from './geometry.ts';
import { foldEdits } from './pending-changes.ts';
import type { PendingRow } from './pending-changes.ts';
import type { createRowOrderIndex } from './row-order-index.ts';
import { createRecent } from './recent.ts';
import { editsOfSession } from './edit-repo.ts';
import { findOpenSessionOn } from './repo.ts';
import { hashRow } from './row-hash.ts';
import type { RowPage, RowQuery } from './row-source.ts';
import type { Cells, LayerSchema, Session } from './types.ts';
import { cellOf } from './cell-values.ts';

export interface FileSourceDeps {
  db: Db;
  reader: RowReader;
  layers: ReturnType<typeof createFileLayers>;
  orders: ReturnType<typeof createRowOrderIndex>;
  boundsOf: ReturnType<typeof createFeatureExtents>;
}

/** Reads the rows of stored files, as they are with the edits that wait to be sealed. */
export function createFileRows({ db, reader, layers, orders, boundsOf }: FileSourceDeps) {
  const nets = createRecent<Map<string, PendingRow>>(50);
  const pageOf = createFilePages(reader);

  async function netIn(session: Session | null, layer: string): Promise<Map<string, PendingRow>> {
    if (!session) return new Map();
    const id = `${session.id} ${session.revision} ${layer}`;
    const net = nets.get(id) ?? foldEdits(await editsOfSession(db, session.id, { layer }));
    nets.set(id, net);
    return net;
  }

  async function assemble(
    layer: FileLayer,
    rows: { stored: StoredRow | null; edited: PendingRow | undefined }[],
  ): Promise<Pick<RowPage, 'rows' | 'hashes' | 'bounds' | 'changes'>> {
    const stored = rows.flatMap((row) => row.stored ?? []);
    const bounds = await boundsOf(stored, { crs: layer.crs, source: `${layer.content} ${layer.layer}` });
    const whole = rows.map(({ stored: own, edited }) => wholeRow(layer.schema, own, edited));
    return {
      rows: whole.map(({ row }) => row),
      hashes: whole.map(({ hash }) => hash),
      bounds: rows.map(({ stored: own, edited }): Extent | null =>
        own ? (bounds.get(own.key) ?? null) : extentOfGeometry(edited?.geometry ?? null),
      ),
      changes: rows.map(({ edited }) => (edited ? changedColumns(layer.schema, edited) : null)),
    };
  }

  return {
    /** The session of edits on this version, if it is the latest and there is one. */
    session: (version: Version): Promise<Session | null> =>
      version.latest ? findOpenSessionOn(db, version.id) : Promise.resolve(null),

    async page(version: Version, query: RowQuery): Promise<RowPage> {
      const [layer, session] = await Promise.all([
        layers.open(version, query.layer),
        query.sealed || !version.latest ? null : findOpenSessionOn(db, version.id),
      ]);
      const { schema } = layer;
      const net = await netIn(session, schema.layer);
      const where = query.filters(schema);
      const order = { where, column: sortColumn(schema, query.sort), descending: query.descending };
      const { offset, limit } = query;
      const single = filteredKey(where, schema.key);
      if (single !== null) return { schema, session, ...(await one(layer, single, { net, offset })) };
      const state = session ? `${session.id} ${session.revision}` : '';
      const { items, total, positions, found } = await orders.use(layer, order, async (ordered) => {
        const page = await pageOf(layer, ordered, { order, offset, limit, net, state });
        const positions = page.items.flatMap((item) => ('position' in item ? [item.position] : []));
        const keys = page.items.flatMap((item) =>
          'key' in item && net.get(item.key)?.inFile ? [item.key] : [],
        );
        const found = await layers.rows(layer, { rows: ordered.rows, positions, keys });
        return { ...page, positions, found };
      });
      const own = new Map(positions.map((position, i) => [position, found.at[i] ?? null]));
      const byKey = new Map(found.byKey.map((row) => [row.key, row]));
      const rows = items.map((item) => {
        const stored = 'position' in item ? (own.get(item.position) ?? null) : (byKey.get(item.key) ?? null);
        return { stored, edited: net.get('key' in item ? item.key : (stored?.key ?? '')) };
      });
      return { schema, session, total, ...(await assemble(layer, rows)) };
    },
  };

  async function one(
    layer: FileLayer,
    key: string,
    { net, offset }: { net: Map<string, PendingRow>; offset: number },
  ): Promise<Omit<RowPage, 'schema' | 'session'>> {
    const edited = net.get(key);
    const stored = await storedRow(layers, layer, key);
    const isThere = edited ? !edited.isDeleted : stored !== null;
    const rows = isThere && offset === 0 ? [{ stored, edited }] : [];
    return { total: Number(isThere), ...(await assemble(layer, rows)) };
  }
}

function changedColumns(schema: LayerSchema, { inFile, values, before }: PendingRow): string[] {
  const columns = storedColumns(schema).map(({ name }) => name);
  return inFile
    ? columns.filter((name) => Object.hasOwn(values, name) && values[name] !== before[name])
    : columns;
}

/** A row as the file has it. */
export async function storedRow(
  layers: ReturnType<typeof createFileLayers>,
  layer: FileLayer,
  key: string,
): Promise<StoredRow | null> {
  if (BigInt.asIntN(64, BigInt(key)) !== BigInt(key)) return null;
  const rows = { file: null, low: null, high: null, descending: false };
  const { byKey } = await layers.rows(layer, { rows, positions: [], keys: [key] });
  return byKey[0] ?? null;
}

/** A row with its key and its edits, and the hash that tells whether it is still so. */
export function wholeRow(
  schema: LayerSchema,
  stored: StoredRow | null,
  edited: PendingRow | undefined,
): { row: Cells; hash: string } {
  const columns = storedColumns(schema).map(({ name }) => name);
  const key = stored?.key ?? edited?.key ?? '0';
  const cells = columns.map((name, i): [string, unknown] => {
    const value = edited && Object.hasOwn(edited.values, name) ? edited.values[name] : stored?.values[i];
    return [name, value ?? null];
  });
  const row = Object.fromEntries(schema.key === null ? cells : [[schema.key, cellOf(BigInt(key))], ...cells]);
  const geometryHash = stored
    ? stored.geometryHash
    : edited?.geometry
      ? JSON.stringify(edited.geometry)
      : null;
  return { row, hash: hashRow(columns, row, geometryHash) };
}

/** Null for the key, by which rows are in order anyhow. */
function sortColumn({ columns, key }: LayerSchema, sort: string | undefined): string | null {
  if (sort === undefined || sort === key) return null;
  const column = columns.find(({ name }) => name === sort);
  if (!column) throw badRequest('vault.no_such_column', `There is no column "${sort}" to sort by.`);
  if (column.type === 'binary')
    throw badRequest('vault.no_order', `The column "${sort}" holds bytes, which have no order.`);
  return column.name;
}
