import type { DerivedFiles, Storage } from '@cairn/files';
import { chooseLayer, makeTiles, openGdal, requireSpatialReference } from '@cairn/geo';
import type { LayerInfo, Reader, TileRequest } from '@cairn/geo';
import type { Jobs } from '@cairn/jobs';
import { badRequest, unprocessable, withDeadline } from '@cairn/service';
import type { VaultConfig } from '../../../config.ts';
import type { Version } from '../../versions/types.ts';
import { awaitActiveJob, createFairQueue, createSingleFlight } from '../shared-work.ts';
import { contentKey, numberedFileName } from '../content-key.ts';
import { inPreparation } from '../errors.ts';
import { isTable } from '../service.ts';
import type { ContentService } from '../service.ts';
import { TILES_JOB } from '../types.ts';
import type { TableTiles, TiledLayer, TileQuery } from '../types.ts';

/** Part of file names and ETags: increase it when tiles change, so that cached ones are replaced. */
const LAYOUT = 2;
const MAX_FIELDS = 20;

export interface TileDeps {
  storage: Storage;
  derived: DerivedFiles;
  contents: ContentService;
  tableTiles: TableTiles;
  reader: Reader;
  jobs: Jobs;
  config: Pick<VaultConfig, 'preparationSeconds'>;
}

/** The files from which a tile is created. */
type TileFiles = Pick<TileRequest, 'tiles' | 'rows'>;

export type TileService = ReturnType<typeof createTileService>;

/**
 * Vector tiles of the layers of a version: from a tile file that is written once for the content and the layer, or straight from
 * a table of a database.
 */
export function createTileService(deps: TileDeps) {
  const { storage, derived, contents, tableTiles, reader, jobs, config } = deps;
  const once = createSingleFlight<string>();
  const queued = createFairQueue();

  const shortWait = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
    withDeadline(work, {
      ms: config.preparationSeconds * 1_000,
      signal,
      onTimeout: () =>
        inPreparation('The tiles of this layer are being created. Try again in a few seconds.'),
    });

  async function layersOf(version: Version): Promise<LayerInfo[]> {
    if (version.type === 'raster') {
      throw unprocessable(
        'vault.no_tiles',
        'A raster has no vector tiles. Request its picture from /preview instead.',
      );
    }
    return (await contents.facts(version)).info.layers ?? [];
  }

  async function write(version: Version, layer: LayerInfo, target: string): Promise<void> {
    const { path } = await contents.readable(version);
    const scratch = await storage.scratch();
    try {
      await makeTiles(await openGdal('page'), { path, layer, target, cwd: scratch.path });
    } finally {
      await scratch.remove();
    }
  }

  /** Path of a layer's tile file. Waits for a worker that is about to write it. */
  async function fileOf(version: Version, layer: LayerInfo, position: number): Promise<string> {
    requireSpatialReference(layer);
    const name = fileName(version, position);
    const existing = await derived.find(version.sha256, name);
    if (existing) return existing;
    return once(`${contentKey(version)} ${name}`, async () => {
      await awaitActiveJob(jobs, { kind: TILES_JOB, key: tileJobKey(version, position) });
      return derived.ensure(version.sha256, name, (target) => queued(() => write(version, layer, target)));
    });
  }

  return {
    /**
     * A layer that can have tiles; the first without a name. Creates none.
     * @throws {AppError} bad_request for an unknown layer, unprocessable for data that can have no tiles
     */
    async layer(version: Version, name: string | undefined, signal: AbortSignal): Promise<LayerInfo> {
      if (isTable(version)) return tableTiles.layer(version, name, signal);
      const layer = chooseLayer(await shortWait(layersOf(version), signal), name);
      requireSpatialReference(layer);
      return layer;
    },

    /** A layer, and the share of its features in the tiles of each zoom level, with the values of these fields. */
    describe(
      version: Version,
      { layer: name, fields = [] }: { layer: string | undefined; fields?: string[] },
      signal: AbortSignal,
    ): Promise<TiledLayer> {
      if (isTable(version)) return shortWait(tableTiles.describe(version, name, fields), signal);
      const describe = async () => {
        const layers = await layersOf(version);
        const layer = chooseLayer(layers, name);
        const tiles = await fileOf(version, layer, layers.indexOf(layer));
        const { sampled } = await reader.run({ task: 'tilesSummary', tiles });
        return { layer, sampled };
      };
      return shortWait(describe(), signal);
    },

    /** Writes the tile file of a layer, for a worker. */
    async prepare(version: Version, position: number): Promise<void> {
      const layer = (await layersOf(version))[position];
      if (!layer) return;
      requireSpatialReference(layer);
      const name = fileName(version, position);
      await derived.ensure(version.sha256, name, (target) => write(version, layer, target));
    },

    /** A Mapbox Vector Tile; null for an empty one. */
    async tile(version: Version, query: TileQuery, signal: AbortSignal): Promise<Uint8Array | null> {
      if (isTable(version)) {
        const tile = await tableTiles.tile(version, query, signal);
        return tile.length === 0 ? null : tile;
      }
      const files = await shortWait(filesOf(version, query), signal);
      const { z, x, y } = query;
      const { tile } = await reader.run({ task: 'tile', ...files, z, x, y }, { signal, finishes: true });
      return tile;
    },
  };

  async function filesOf(version: Version, query: TileQuery): Promise<TileFiles> {
    const layers = await layersOf(version);
    const layer = chooseLayer(layers, query.layer);
    const fields = query.fields.map((name) => requireField(layer, name));
    const tiles = await fileOf(version, layer, layers.indexOf(layer));
    if (fields.length === 0) return { tiles, rows: null };
    const { path } = await contents.readable(version);
    return { tiles, rows: { file: path, layer: layer.name, fields } };
  }
}

/** Identifies the bytes of a tile before it is read; null for a table, whose rows change. */
export function tileContent(version: Version, query: TileQuery): string | null {
  return isTable(version) ? null : `tile ${LAYOUT} ${contentKey(version)}${JSON.stringify(query)}`;
}

function fileName(version: Version, position: number): string {
  return numberedFileName(version, `tiles-${position}-${LAYOUT}.sqlite`);
}

/** The idempotency key of the job that writes the tile file of a layer. */
export function tileJobKey(version: Pick<Version, 'sha256' | 'removedRowsHash'>, position: number): string {
  return `${contentKey(version)}-${position}-${LAYOUT}`;
}

function requireField(layer: LayerInfo, name: string): { name: string; isBoolean: boolean } {
  const field = layer.fields.find((each) => each.name === name);
  if (!field) {
    const names = layer.fields.map((each) => each.name);
    throw badRequest(
      'vault.no_such_field',
      `The layer "${layer.name}" has no field "${name}". Its fields are: ${names.slice(0, 30).join(', ')}.`,
    );
  }
  return { name, isBoolean: field.type === 'boolean' };
}

/** Field names of the query, a JSON array of text. @throws {AppError} bad_request */
export function readFields(text: string | undefined): string[] {
  if (text === undefined) return [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = null;
  }
  const isList = Array.isArray(value) && value.every((name) => typeof name === 'string');
  if (!isList || (value as string[]).length > MAX_FIELDS) {
    throw badRequest(
      'vault.bad_fields',
      `fields must be a JSON array of at most ${MAX_FIELDS} names, such as ["name","population"].`,
    );
  }
  return [...new Set(value as string[])];
}
