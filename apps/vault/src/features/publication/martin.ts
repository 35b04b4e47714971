import { badGateway, unavailable } from '@cairn/service';
import { readWithin } from './read-within.ts';

/** A layer in the catalog of Martin. */
interface CatalogEntry {
  description?: unknown;
}

/** What Martin says of a layer, as far as clients need it. */
export interface MartinLayer {
  vectorLayers: { id: string; fields: Record<string, string> }[];
  bounds?: [number, number, number, number];
  minzoom: number;
  maxzoom: number;
}

export interface MartinDeps {
  /** Address of Martin, with its `base_path`; undefined without Martin. */
  url: string | undefined;
  /** For one request, the body included; default 10 s. */
  deadlineMs?: number;
}

const DEADLINE_MS = 10_000;
const MAX_JSON_BYTES = 8 * 1024 * 1024;
const MAX_TILE_BYTES = 16 * 1024 * 1024;
/** The limits of the contract for tiles. */
const MAX_ZOOM = 22;

export type Martin = ReturnType<typeof createMartin>;

/**
 * A Martin tile server at an address of the operator. Callers never learn its address, and ours decides who may read.
 * @throws {AppError} unavailable without an address; bad_gateway when it does not answer, or not as Martin does
 */
export function createMartin({ url, deadlineMs = DEADLINE_MS }: MartinDeps) {
  async function request(path: string, maxBytes: number, signal: AbortSignal): Promise<Uint8Array | null> {
    if (url === undefined) throw notSetUp();
    try {
      const response = await fetch(url.replace(/\/$/, '') + path, {
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]),
      });
      if (response.status === 204) return null;
      if (response.status === 200) return await readWithin(response, maxBytes);
      await response.body?.cancel();
      throw new Error(`status ${response.status}`);
    } catch (error) {
      signal.throwIfAborted();
      throw doesNotAnswer(error);
    }
  }

  async function requestJson(path: string, signal: AbortSignal): Promise<Record<string, unknown>> {
    const bytes = await request(path, MAX_JSON_BYTES, signal);
    try {
      const value: unknown = JSON.parse(Buffer.from(bytes ?? '').toString('utf8'));
      if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
      throw new Error('not an object');
    } catch (error) {
      throw doesNotAnswer(error);
    }
  }

  return {
    /**
     * The id under which the catalog lists a table; null when it does not. Martin describes a table as `schema.table.column`,
     * whatever its id: that of a second table with one name is `name.1`.
     */
    async findSource(
      { schema, table, geometryColumn }: { schema: string; table: string; geometryColumn: string | null },
      signal: AbortSignal,
    ): Promise<string | null> {
      const { tiles } = await requestJson('/catalog', signal);
      const name = `${schema}.${table}.${geometryColumn}`;
      const entries = Object.entries((tiles ?? {}) as Record<string, CatalogEntry | null>);
      return entries.find(([, entry]) => entry?.description === name)?.[0] ?? null;
    },

    async layer(sourceId: string, signal: AbortSignal): Promise<MartinLayer> {
      return toLayer(await requestJson(`/${encodeURIComponent(sourceId)}`, signal));
    },

    /** A tile; null for an empty one, which Martin sends as 204 or without bytes. */
    async tile(
      sourceId: string,
      { z, x, y }: { z: number; x: number; y: number },
      signal: AbortSignal,
    ): Promise<Uint8Array | null> {
      const tile = await request(`/${encodeURIComponent(sourceId)}/${z}/${x}/${y}`, MAX_TILE_BYTES, signal);
      return tile === null || tile.length === 0 ? null : tile;
    },
  };
}

/** Every part is checked, since another program writes it. */
function toLayer({ vector_layers: layers, bounds, minzoom, maxzoom }: Record<string, unknown>): MartinLayer {
  const zoom = (value: unknown, otherwise: number) =>
    typeof value === 'number' && value >= 0 ? Math.min(MAX_ZOOM, Math.floor(value)) : otherwise;
  const isBounds = Array.isArray(bounds) && bounds.length === 4 && bounds.every(Number.isFinite);
  const vectorLayers = (Array.isArray(layers) ? layers : []).flatMap((layer: unknown) => {
    const { id, fields } = (layer ?? {}) as { id?: unknown; fields?: unknown };
    if (typeof id !== 'string') return [];
    const typed = Object.entries((fields ?? {}) as Record<string, unknown>);
    return [{ id, fields: Object.fromEntries(typed.map(([name, type]) => [name, String(type)])) }];
  });
  return {
    vectorLayers,
    ...(isBounds ? { bounds: bounds as MartinLayer['bounds'] & object } : {}),
    minzoom: zoom(minzoom, 0),
    maxzoom: zoom(maxzoom, MAX_ZOOM),
  };
}

function notSetUp() {
  return unavailable(
    'vault.martin_not_set_up',
    'This layer was published to the tile server Martin, which is no longer set up. Ask the operator, or publish the layer again.',
  );
}

function doesNotAnswer(cause: unknown) {
  return badGateway(
    'vault.martin_failed',
    'The tile server Martin does not answer as expected. Try again in a moment.',
    {
      cause,
    },
  );
}
