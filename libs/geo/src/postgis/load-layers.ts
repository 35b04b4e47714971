import { stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { Writable } from 'node:stream';
import { ident, useDatabaseSearchPath, useServerSearchPath } from '@cairn/db';
import { createMinorGc } from '@cairn/files';
import { AppError, badRequest } from '@cairn/service/errors';
import { DatabaseError } from 'pg';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { CopyStreamQuery } from 'pg-copy-streams';
import type { Gdal } from '../gdal/gdal.ts';
import { layerCrs } from '../geopackage/declared-types.ts';
import type { GeopackageLayer } from '../geopackage/types.ts';
import type { BrokenGeometries, CopyReply } from '../reader-protocol/copy-types.ts';
import { copyGeopackageLayer, runReaderTask } from '../reader-client/run-task.ts';
import { launder } from './columns.ts';
import { toLoadError } from './load-error.ts';
import { requirePostgis } from './schema.ts';
import { findSrid, readSpatialReferences } from './spatial-references.ts';
import { checkTableName, completeTable, createTable, openTable } from './target.ts';
import type { LoadMode, TableName, Target } from './target.ts';

export interface LoadOptions {
  /** A session that is not in a transaction and looks names up as `openSession` of @cairn/db has it. */
  client: pg.Client;
  /** Name of a GeoPackage in `cwd`, or an absolute path. */
  file: string;
  cwd: string;
  schema: string;
  /** For one layer its table, for several the beginning of their names; the layers' names by default. */
  table?: string;
  mode: LoadMode;
  /** Loads this layer alone. */
  layer?: string;
  /**
   * For one layer: the SRID of its geometries, and a file with others that are loaded in their place (`transformLayer`). By default
   * geometries are loaded unchanged, with the database's SRID of their reference system.
   */
  placed?: { srid: number; geometries: string | null };
  signal?: AbortSignal;
  /** 0 to 1, and the layer that is being loaded. */
  onProgress?(done: number, layer: string): void;
  timeLimitMs?: number;
  /** Called once the transaction has begun. */
  afterBegin?(): Promise<void>;
  /** Called with the tables that will be written, before anything is. */
  checkTables?(names: TableName[]): Promise<void>;
  /**
   * Called before the commit with the transaction's id, so that its outcome can be queried (`pg_xact_status`) if the answer is lost.
   * Its own statements are part of the transaction.
   */
  beforeCommit?(transactionId: string, tables: LoadedTable[]): Promise<void>;
}

export interface LoadedTable {
  layer: string;
  table: string;
  rows: number;
  srid: number;
  /** Geometries that PostGIS refuses; their rows are loaded with NULL. Absent when all were accepted. */
  broken?: BrokenGeometries;
}

/**
 * Loads all layers of a GeoPackage into PostGIS in one transaction, with binary COPY from our own reader, so that only values of
 * the file reach the server. Geometries keep their coordinates unless `placed` has others; the SRID is the database's one for the
 * layer's reference system, 0 when it has none. Throws AppError with a sentence for problems that users can solve.
 */
export async function loadIntoPostgis(gdal: Gdal, options: LoadOptions): Promise<LoadedTable[]> {
  const { client, cwd, file, signal } = options;
  const { layers: all } = await runReaderTask(
    gdal,
    { task: 'layers', file },
    { cwd, ...(signal ? { signal } : {}) },
  );
  const layers = options.layer === undefined ? all : all.filter(({ name }) => name === options.layer);
  if (layers.length === 0) throw badRequest('load.no_layers', 'The file has no layer that can be loaded.');
  const names = tableNames(layers, options);
  await options.checkTables?.(names);
  const total = Math.max(
    1,
    layers.reduce((sum, { featureCount }) => sum + featureCount, 0),
  );
  const postgis = await requirePostgis(client);
  const sources = await placeLayers(layers, options);
  await client.query('BEGIN');
  try {
    await options.afterBegin?.();
    const loaded: LoadedTable[] = [];
    let before = 0;
    for (const [i, source] of sources.entries()) {
      const { layer } = source;
      const name = names[i] as TableName;
      const progress = (share: number) =>
        options.onProgress?.((before + share * layer.featureCount) / total, layer.name);
      const { rows, srid, broken } = await loadLayer(gdal, {
        ...options,
        ...source,
        name,
        postgis,
        progress,
      }).catch((error: unknown) => {
        throw toLoadError(error, name);
      });
      loaded.push({
        layer: layer.name,
        table: name.table,
        rows,
        srid,
        ...(broken.count > 0 ? { broken } : {}),
      });
      before += layer.featureCount;
    }
    signal?.throwIfAborted();
    if (options.beforeCommit) {
      const { rows } = await client.query<{ id: string }>('SELECT pg_current_xact_id()::text AS id');
      await options.beforeCommit(rows[0]?.id ?? '', loaded);
    }
    await client.query('COMMIT');
    return loaded;
  } catch (error) {
    // The server ends the transaction by itself when the connection is gone.
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

function tableNames(layers: GeopackageLayer[], { schema, table }: LoadOptions): TableName[] {
  const names = layers.map(({ name }) => ({
    schema,
    table: table === undefined ? launder(name) : layers.length === 1 ? table : launder(`${table}_${name}`),
  }));
  names.forEach(checkTableName);
  if (new Set(names.map(({ table: each }) => each)).size < names.length) {
    throw badRequest(
      'load.table_names_clash',
      'Two layers would be loaded into the same table. Rename one of them in the file.',
    );
  }
  return names;
}

interface PlacedLayer {
  layer: GeopackageLayer;
  srid: number;
  /** A file with the geometries to load in the place of the layer's own; null for these. */
  geometries: string | null;
}

/** Reads reference systems before the transaction begins. */
async function placeLayers(
  layers: GeopackageLayer[],
  { client, placed }: LoadOptions,
): Promise<PlacedLayer[]> {
  if (placed) return layers.map((layer) => ({ layer, ...placed }));
  const references = await readSpatialReferences(client);
  return layers.map((layer) => ({ layer, srid: findSrid(references, layerCrs(layer)), geometries: null }));
}

function limitsOf({ timeLimitMs = 3_600_000 }: Pick<LoadOptions, 'timeLimitMs'>) {
  return { timeLimitMs, limits: { cpuSeconds: Math.ceil(timeLimitMs / 1000) } };
}

interface LayerLoad extends Omit<LoadOptions, 'layer'>, PlacedLayer {
  name: TableName;
  /** The schema of PostGIS, quoted. */
  postgis: string;
  /** 0 to 1. */
  progress(share: number): void;
}

type LayerResult = CopyReply & { srid: number };

/** Tries the layer's declared geometry type first, and falls back to a column for any geometry. */
async function loadLayer(gdal: Gdal, load: LayerLoad): Promise<LayerResult> {
  const { client, mode } = load;
  await client.query('SAVEPOINT layer');
  try {
    return await tryLayer(gdal, load, { anyGeometry: false });
  } catch (error) {
    if (!isOtherGeometry(error) || mode === 'append') throw error;
    await client.query('ROLLBACK TO SAVEPOINT layer');
    return tryLayer(gdal, load, { anyGeometry: true });
  }
}

async function tryLayer(
  gdal: Gdal,
  load: LayerLoad,
  { anyGeometry }: { anyGeometry: boolean },
): Promise<LayerResult> {
  const { client, layer, name, postgis, srid, geometries, mode, cwd, file, signal } = load;
  const target =
    mode === 'append'
      ? await openTable(client, name, { layer, srid })
      : await createTable(client, name, { layer, mode, anyGeometry, postgis, srid });
  // A table that was there may have triggers.
  if (mode === 'append') await useDatabaseSearchPath(client);
  const { size } = await stat(isAbsolute(file) ? file : join(cwd, file));
  const copy = client.query(copyFrom(copyStatement(target, mode)));
  // A row takes about as many bytes there as in the file.
  const rowsTo = counted(copy, (bytes) => load.progress(Math.min(0.9, bytes / size)));
  // The server may refuse before the program that writes rows runs: an error without a listener would end the process.
  rowsTo.on('error', () => undefined);
  const reply = await copyGeopackageLayer(
    gdal,
    {
      file,
      layer: layer.name,
      geometries,
      columns: target.columns.map(({ source, encoding }) => ({ source, encoding })),
      withKey: target.withKey,
      promote: target.promote,
      srid: target.srid,
      required: target.geometryRequired,
    },
    {
      cwd,
      stdout: rowsTo,
      ...limitsOf(load),
      ...(signal ? { signal } : {}),
    },
  ).catch((error: unknown) => {
    // The program's error is more precise, unless the server refused first.
    throw !(error instanceof AppError) && rowsTo.errored instanceof DatabaseError ? rowsTo.errored : error;
  });
  if (mode === 'append') await useServerSearchPath(client);
  else await completeTable(client, target);
  load.progress(1);
  return { ...reply, srid: target.srid };
}

function copyStatement({ qualified, own, columns, withKey }: Target, mode: LoadMode): string {
  const names = [...(withKey ? [own.key] : []), ...columns.map(({ name }) => name), own.geometry];
  // A table of this very transaction needs no second visit by VACUUM.
  const freeze = mode === 'append' ? '' : ', FREEZE';
  return `COPY ${qualified} (${names.map(ident).join(', ')}) FROM STDIN WITH (FORMAT binary${freeze})`;
}

/** Passes all bytes on to the COPY and reports from time to time how many there were. */
function counted(copy: CopyStreamQuery, tell: (bytes: number) => void): Writable {
  let bytes = 0;
  let reportedAt = performance.now();
  const collect = createMinorGc();
  const counter = new Writable({
    write(chunk: Buffer, encoding, done) {
      bytes += chunk.length;
      collect(chunk.length);
      if (performance.now() - reportedAt >= 500) {
        reportedAt = performance.now();
        tell(bytes);
      }
      copy.write(chunk, encoding, done);
    },
    final: (done) => void copy.end(done),
    destroy(error, done) {
      if (error) copy.destroy(error);
      done(error);
    },
  });
  copy.on('error', (error) => counter.destroy(error));
  return counter;
}

/** PostGIS refuses a geometry of another kind or dimension than the column's with this code. */
function isOtherGeometry(error: unknown): boolean {
  return (error as { code?: unknown }).code === '22023';
}
