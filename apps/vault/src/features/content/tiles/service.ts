import type { DerivedFiles, Storage } from '@cairn/files';
import { chooseLayer, makeTiles, openGdal, requireSpatialReference } from '@cairn/geo';
import type { LayerInfo, Reader, TileRequest } from '@cairn/geo';
import type { Jobs } from '@cairn/jobs';
import { badRequest, unprocessable } from '@cairn/service';
import { contentKey, numberedFileName } from '../content-key.ts';
import type { ContentService } from '../service.ts';
import { createSingleFlight } from '../single-flight.ts';
import { createFairQueue } from '../fair-queue.ts';
import { awaitActiveJob } from '../await-job.ts';
import type { Version } from '../../versions/types.ts';

/** Part of names and ETags: increase it when tiles change, so that those in caches are replaced. */
export const LAYOUT = 2;
/** Most fields in a tile. */
const MAX_FIELDS = 20;

export const TILES_JOB = 'version.tiles';

export interface TileDeps {
  storage: Storage;
  derived: DerivedFiles;
  contents: ContentService;
  reader: Reader;
  jobs: Jobs;
}

export interface TileQuestion {
  z: number;
  x: number;
  y: number;
  layer?: string;
  fields: string[];
}

/** The files that a tile is drawn out of. */
type TilePlace = Pick<TileRequest, 'tiles' | 'rows'>;

export type TileService = ReturnType<typeof createTileService>;

/** Vector tiles of the layers of a version, drawn out of a file that is made once for the content and the layer. */
export function createTileService({ storage, derived, contents, reader, jobs }: TileDeps) {
  const singly = createSingleFlight<string>();
  const inTurn = createFairQueue();

  async function layersOf(version: Version): Promise<LayerInfo[]> {
    if (version.type === 'raster') {
      throw unprocessable(
        'vault.no_tiles',
        'A raster has no vector tiles; ask for its picture at /preview instead.',
      );
    }
    if (version.objectKey === null) {
      throw unprocessable(
        'vault.not_here',
        'The data of this version do not lie on this server, so that it makes no tiles of them; import them first.',
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

  /** Path of a layer's tile file. Made here unless a worker is about to. */
  async function fileOf(version: Version, layer: LayerInfo, position: number): Promise<string> {
    requireSpatialReference(layer);
    const name = fileName(version, position);
    const found = await derived.find(version.sha256, name);
    if (found) return found;
    return singly(`${contentKey(version)} ${name}`, async () => {
      await awaitActiveJob(jobs, { kind: TILES_JOB, key: jobKey(version, position) });
      return derived.ensure(version.sha256, name, (target) => inTurn(() => write(version, layer, target)));
    });
  }

  return {
    /** A layer, and how much of it the tiles of each zoom level hold. */
    async describe(version: Version, name: string | undefined) {
      const layers = await layersOf(version);
      const layer = chooseLayer(layers, name);
      const tiles = await fileOf(version, layer, layers.indexOf(layer));
      const { sampled } = await reader.run({ task: 'tilesSummary', tiles });
      return { layer, sampled };
    },

    /** Makes the tile file of a layer, for a worker. */
    async prepare(version: Version, position: number): Promise<void> {
      const layer = (await layersOf(version))[position];
      if (!layer) return;
      requireSpatialReference(layer);
      const name = fileName(version, position);
      await derived.ensure(version.sha256, name, (target) => write(version, layer, target));
    },

    /** What has to be there before a tile can be drawn. */
    async ready(version: Version, question: TileQuestion): Promise<TilePlace> {
      const layers = await layersOf(version);
      const layer = chooseLayer(layers, question.layer);
      const fields = question.fields.map((field) => knownField(layer, field));
      const tiles = await fileOf(version, layer, layers.indexOf(layer));
      const rows =
        fields.length === 0
          ? null
          : { file: (await contents.readable(version)).path, layer: layer.name, fields };
      return { tiles, rows };
    },

    /** A Mapbox Vector Tile; null when nothing lies there. */
    async draw(place: TilePlace, { z, x, y }: TileQuestion, signal: AbortSignal): Promise<Uint8Array | null> {
      const { tile } = await reader.run({ task: 'tile', ...place, z, x, y }, { signal, finishes: true });
      return tile;
    },
  };
}

function fileName(version: Version, position: number): string {
  return numberedFileName(version, `tiles-${position}-${LAYOUT}.sqlite`);
}

/** The idempotency key of the job that makes the tile file of a layer. */
export function jobKey(version: Pick<Version, 'sha256' | 'removedRowsHash'>, position: number): string {
  return `${contentKey(version)}-${position}-${LAYOUT}`;
}

function knownField(layer: LayerInfo, name: string): { name: string; isBoolean: boolean } {
  const field = layer.fields.find((each) => each.name === name);
  if (!field) {
    const names = layer.fields.map((each) => each.name);
    throw badRequest(
      'vault.no_such_field',
      `The layer "${layer.name}" has no field "${name}"; its fields are: ${names.slice(0, 30).join(', ')}.`,
    );
  }
  return { name, isBoolean: field.type === 'boolean' };
}

/** Names of fields out of the query: a JSON array of texts. AppError `bad_request` for anything else. */
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
