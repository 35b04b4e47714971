import { LRUCache } from 'lru-cache';
import type { DerivedFiles, Storage } from '@cairn/files';
import type { Extent, Reader, StoredRow } from '@cairn/geo';
import { badRequest } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { ContentService } from '../content/service.ts';
import type { Version } from '../versions/types.ts';
import { listSessionEdits } from './edit-repo.ts';
import { toReadError } from './errors.ts';
import { createFeatureExtents, extentOfGeometry } from './feature-extents.ts';
import { createFileEdits } from './file-edits.ts';
import { createFileLayers } from './file-layer.ts';
import type { FileLayer, RowReader } from './file-layer.ts';
import { filteredKey } from './filters.ts';
import { changedColumns, foldEdits, mergeRow } from './pending-changes.ts';
import type { PendingRow } from './pending-changes.ts';
import { findOpenSessionOn } from './repo.ts';
import { createRowOrderIndex } from './row-order-index.ts';
import type { Sessions } from './sessions.ts';
import type { LayerSchema, RowPage, RowSource, Session } from './types.ts';

export interface FileSourceDeps {
  db: Db;
  storage: Storage;
  derived: DerivedFiles;
  reader: Reader;
  contents: ContentService;
  sessions: Sessions;
}

type PageRows = Pick<RowPage, 'rows' | 'hashes' | 'bounds' | 'changes'>;

/** The rows of versions whose file is stored in the vault, with the edits of the draft merged in. */
export function createFileSource(deps: FileSourceDeps): RowSource {
  const { db, sessions } = deps;
  const { inScratch } = deps.storage;
  const reader: RowReader = {
    run: (request, options) =>
      deps.reader.run(request, options).catch((error: unknown) => {
        throw toReadError(error);
      }),
  };
  const layers = createFileLayers({ ...deps, reader });
  const orders = createRowOrderIndex({ ...deps, reader });
  const extentsOf = createFeatureExtents(inScratch);
  const pendingCache = new LRUCache<string, Map<string, PendingRow>>({ max: 50 });

  async function pendingOf(session: Session | null, layer: string): Promise<Map<string, PendingRow>> {
    if (!session) return new Map();
    const id = `${session.id} ${session.revision} ${layer}`;
    const pending = pendingCache.get(id) ?? foldEdits(await listSessionEdits(db, session.id, { layer }));
    pendingCache.set(id, pending);
    return pending;
  }

  async function assemble(
    layer: FileLayer,
    rows: { stored: StoredRow | null; pending: PendingRow | undefined }[],
  ): Promise<PageRows> {
    const stored = rows.flatMap((row) => row.stored ?? []);
    const extents = await extentsOf(stored, { crs: layer.crs, source: `${layer.content} ${layer.layer}` });
    const merged = rows.map((row) => mergeRow(layer.schema, row.stored, row.pending));
    return {
      rows: merged.map(({ row }) => row),
      hashes: merged.map(({ hash }) => hash),
      bounds: rows.map((row): Extent | null =>
        row.stored ? (extents.get(row.stored.key) ?? null) : extentOfGeometry(row.pending?.geometry ?? null),
      ),
      changes: rows.map(({ pending }) => (pending ? changedColumns(layer.schema, pending) : null)),
    };
  }

  async function singleRow(
    layer: FileLayer,
    key: string,
    { pending, offset }: { pending: PendingRow | undefined; offset: number },
  ): Promise<PageRows & { total: number }> {
    const stored = await layers.readRow(layer, key);
    const exists = pending ? !pending.isDeleted : stored !== null;
    return {
      total: Number(exists),
      ...(await assemble(layer, exists && offset === 0 ? [{ stored, pending }] : [])),
    };
  }

  return {
    schema: async (version, layer) => (await layers.open(version, layer)).schema,

    session: (version: Version) =>
      version.latest ? findOpenSessionOn(db, version.id) : Promise.resolve(null),

    async page(version, query) {
      const [layer, session] = await Promise.all([
        layers.open(version, query.layer),
        query.withDraft && version.latest ? findOpenSessionOn(db, version.id) : null,
      ]);
      const { schema } = layer;
      const { offset, limit, descending } = query;
      const pending = await pendingOf(session, schema.layer);
      const where = query.filters(schema);
      const order = { where, column: sortColumn(schema, query.sort), descending };
      const key = filteredKey(where, schema.key);
      if (key !== null)
        return { schema, session, ...(await singleRow(layer, key, { pending: pending.get(key), offset })) };
      const revision = session ? `${session.id} ${session.revision}` : '';
      const request = { order, offset, limit, pending, revision };
      return orders.usePage(layer, request, async ({ items, total }, ordered) => {
        const positions = items.flatMap((item) => ('position' in item ? [item.position] : []));
        const keys = items.flatMap((item) =>
          'key' in item && pending.get(item.key)?.inFile ? [item.key] : [],
        );
        const stored = await layers.readRows(layer, { rows: ordered, positions, keys });
        const byPosition = new Map(positions.map((position, i) => [position, stored.at[i] ?? null]));
        const byKey = new Map(stored.byKey.map((row) => [row.key, row]));
        const rows = items.map((item) => {
          const row = 'position' in item ? byPosition.get(item.position) : byKey.get(item.key);
          return { stored: row ?? null, pending: pending.get('key' in item ? item.key : (row?.key ?? '')) };
        });
        return { schema, session, total, ...(await assemble(layer, rows)) };
      });
    },

    ...createFileEdits({ layers, sessions, inScratch }),
  };
}

/** Null for the key, which is the default order. */
function sortColumn({ columns, key }: LayerSchema, sort: string | undefined): string | null {
  if (sort === undefined || sort === key) return null;
  const column = columns.find(({ name }) => name === sort);
  if (!column) throw badRequest('vault.no_such_column', `There is no column "${sort}" to sort by.`);
  if (column.type === 'binary')
    throw badRequest('vault.no_order', `The column "${sort}" contains binary data, which cannot be sorted.`);
  return column.name;
}
