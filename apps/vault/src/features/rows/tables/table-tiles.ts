import { LRUCache } from 'lru-cache';
import { badRequest } from '@cairn/service';
import type pg from 'pg';
import type { SavedConnections } from '../../connections/saved-connections.ts';
import type { TableTiles } from '../../content/types.ts';
import type { Version } from '../../versions/types.ts';
import { noSrid } from './errors.ts';
import { geometryOf } from './row-sql.ts';
import { readTableSchema } from './server-schema.ts';
import { createTableFactsCache } from './table-facts.ts';
import { toTableLayer } from './table-content.ts';
import { planTiles } from './tile-plan.ts';
import type { TilePlan } from './tile-plan.ts';
import { compileTableTile, readTileFacts, tileColumns } from './tile-queries.ts';
import type { SpatialTable, TableFacts } from './tile-queries.ts';
import { requireTableSource } from './types.ts';
import type { TableSource } from './types.ts';

/** How old a tile may be. */
const TILE_MS = 10_000;
/** Lists of fields for which a table has a plan at the same time. */
const MAX_PLANS = 50;
const MAX_CACHED_BYTES = 64 * 1024 * 1024;

/** Undefined table or column: the table was changed since its columns were read. */
const CHANGED = new Set(['42P01', '42703', '42883', '42804']);

/** Vector tiles straight from tables of saved databases, one query for each. */
export function createTableTiles({ connections }: { connections: SavedConnections }): TableTiles {
  const facts = createTableFactsCache();
  const plans = new WeakMap<TableFacts, LRUCache<string, TilePlan>>();
  const tiles = new LRUCache<string, Uint8Array>({
    ttl: TILE_MS,
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: (tile) => tile.length + 200,
  });

  function use<T>(
    source: TableSource,
    work: (client: pg.ClientBase) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    return connections.use(source.connectionId, work, { readOnly: true, signal });
  }

  async function readSchema(client: pg.ClientBase, source: TableSource): Promise<SpatialTable> {
    const schema = await readTableSchema(client, source);
    if (schema.srid === 0) throw noSrid(source, schema);
    return { ...schema, ...geometryOf(source, schema) };
  }

  function factsOf({ sha256 }: Version, source: TableSource): Promise<TableFacts> {
    return facts.get(sha256, () =>
      use(source, async (client) => readTileFacts(client, source, await readSchema(client, source))),
    );
  }

  /** Once for the same facts and fields. */
  function planFor(known: TableFacts, fields: string[]): TilePlan {
    const planned = plans.get(known) ?? new LRUCache<string, TilePlan>({ max: MAX_PLANS });
    plans.set(known, planned);
    const key = JSON.stringify(fields.toSorted());
    const plan = planned.get(key) ?? planTiles(known.sample, fields);
    planned.set(key, plan);
    return plan;
  }

  async function readTile(
    version: Version,
    { z, x, y, fields }: { z: number; x: number; y: number; fields: string[] },
    signal: AbortSignal,
  ): Promise<Uint8Array> {
    const source = requireTableSource(version);
    const known = await factsOf(version, source);
    for (const name of fields) requireField(known.schema, name);
    const plan = planFor(known, fields);
    const text = compileTableTile(source, known, { z, x, y, fields, plan });
    if (text === null) return new Uint8Array();
    const read = async (client: pg.ClientBase) => {
      const { rows } = await client.query<{ tile: Buffer | null }>(text);
      return rows[0]?.tile ?? new Uint8Array();
    };
    return use(source, read, signal);
  }

  async function withoutMissingFields<Q extends { fields: string[] }>(
    version: Version,
    query: Q,
  ): Promise<Q> {
    const { schema } = await factsOf(version, requireTableSource(version));
    const names = new Set(tileColumns(schema).map(({ name }) => name));
    return { ...query, fields: query.fields.filter((name) => names.has(name)) };
  }

  return {
    async layer(version, name, signal) {
      const source = requireTableSource(version);
      requireLayerName(source, name);
      const schema =
        facts.peek(version.sha256)?.schema ??
        (await use(source, (client) => readSchema(client, source), signal));
      return toTableLayer(source, schema, { count: schema.rowCount, extent: null, extentWgs84: null });
    },

    async describe(version, name, fields) {
      const source = requireTableSource(version);
      requireLayerName(source, name);
      const known = await factsOf(version, source);
      const { schema, count, extent } = known;
      const layer = toTableLayer(source, schema, { count, extent: null, extentWgs84: extent });
      return { layer, sampled: planFor(known, fields).sampled };
    },

    async tile(version, { layer, ...query }, signal) {
      requireLayerName(requireTableSource(version), layer);
      const key = JSON.stringify([version.sha256, query]);
      const known = tiles.get(key);
      if (known) return known;
      const tile = await readTile(version, query, signal).catch(async (error: unknown) => {
        if (!CHANGED.has(String((error as { code?: unknown }).code))) throw error;
        facts.forget(version.sha256);
        return readTile(version, await withoutMissingFields(version, query), signal);
      });
      tiles.set(key, tile);
      return tile;
    },
  };
}

function requireLayerName({ table }: TableSource, name: string | undefined): void {
  if (name === undefined || name === table) return;
  throw badRequest(
    'vault.no_such_layer',
    `There is no layer "${name.slice(0, 200)}"; the only layer is "${table}".`,
  );
}

function requireField(schema: SpatialTable, name: string): void {
  const names = tileColumns(schema).map((column) => column.name);
  if (names.includes(name)) return;
  throw badRequest(
    'vault.no_such_field',
    `The layer has no field "${name.slice(0, 200)}". Its fields are: ${names.slice(0, 30).join(', ')}.`,
  );
}
