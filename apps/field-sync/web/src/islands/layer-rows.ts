import type { Feature, FeatureCollection, Geometry } from 'geojson';
import { basePath } from '@cairn/ui';
import type { Bbox } from '@cairn/ui/map';
import type { LayerMapData } from '../../../src/features/pages/island-data.ts';

export interface LayerRows {
  features: Feature[];
  /** Rows of the table, with and without a geometry. */
  total: number;
  /** Whether the table has more rows than were asked for. */
  hasMore: boolean;
}

/** The rows of a part of the map. */
export interface RowsInView {
  features: Feature[];
  /** Rows whose geometry meets that part; more than the features where they are too many. */
  matching: number;
}

/** More would be slow to fetch and to draw. */
const MAX_ROWS = 5_000;
const ROWS_AT_ONCE = 1_000;

interface RowPage {
  recordsTotal: number;
  recordsFiltered: number;
  data: Record<string, unknown>[];
}

/** Rows of a layer, all of them where they are few, with those that are marked and the one of a key. @throws Error with a sentence */
export async function fetchLayerRows(
  layer: LayerMapData,
  linkedKey: string,
  signal: AbortSignal,
): Promise<LayerRows> {
  const { rows, matching: total } = await fetchRows(layer, {}, signal);
  const hasMore = total > rows.length;
  const known = new Set(rows.map((row) => keyOf(layer, row)));
  const keys = [...layer.marks.flatMap((mark) => mark.keys), linkedKey];
  const missing = keys.filter((key) => /^-?\d+$/.test(key) && !known.has(key));
  if (missing.length > 0 && layer.key !== null && hasMore)
    rows.push(
      ...(await fetchPage(layer, { where: among(layer.key, missing), length: ROWS_AT_ONCE }, signal)).data,
    );
  return { features: rows.flatMap((row) => toFeature(layer, row)), total, hasMore };
}

/** Rows whose geometry meets a box, all of them where they are few. @throws Error with a sentence */
export async function fetchRowsInView(
  layer: LayerMapData,
  box: Bbox,
  signal: AbortSignal,
): Promise<RowsInView> {
  const { rows, matching } = await fetchRows(layer, { bbox: box.join(',') }, signal);
  return { features: rows.flatMap((row) => toFeature(layer, row)), matching };
}

async function fetchRows(
  layer: LayerMapData,
  of: { bbox?: string },
  signal: AbortSignal,
): Promise<{ rows: RowPage['data']; matching: number }> {
  const pageFrom = (start: number) => fetchPage(layer, { ...of, start, length: ROWS_AT_ONCE }, signal);
  const first = await pageFrom(0);
  const matching = first.recordsFiltered;
  const pages = Math.ceil(Math.min(matching, MAX_ROWS) / ROWS_AT_ONCE);
  // Of too many rows, pages from everywhere: rows with near keys are often near each other, too.
  const step = Math.max(ROWS_AT_ONCE, Math.floor(matching / pages));
  const others = await Promise.all(
    Array.from({ length: Math.max(0, pages - 1) }, (_each, n) => pageFrom((n + 1) * step)),
  );
  return { rows: [first, ...others].flatMap(({ data }) => data), matching };
}

/** The collection of one layer of the map. */
export function collectionOf(features: Feature[]): FeatureCollection {
  return { type: 'FeatureCollection', features };
}

async function fetchPage(
  { projectId, table, geometryColumn, columns }: LayerMapData,
  wanted: { start?: number; length: number; where?: string; bbox?: string },
  signal: AbortSignal,
): Promise<RowPage> {
  const body = new URLSearchParams({
    ...{ id: String(projectId), geom_tbl: table, geom_col: geometryColumn },
    tbl_columns: encodeURIComponent(columns.join(',')),
  });
  for (const [name, value] of Object.entries(wanted)) body.set(name, String(value));
  const answer = await fetch(`${basePath()}/admin/action/table_loader.php`, { method: 'POST', body, signal });
  // What cannot be answered is a sentence as text.
  if (!answer.headers.get('content-type')?.includes('json')) throw new Error(await answer.text());
  return (await answer.json()) as RowPage;
}

function among(key: string, keys: string[]): string {
  return `"${key.replaceAll('"', '""')}" IN (${keys.join(', ')})`;
}

function keyOf({ key }: LayerMapData, row: Record<string, unknown>): string | undefined {
  return key === null ? undefined : String(row[key]);
}

function toFeature(layer: LayerMapData, row: Record<string, unknown>): Feature[] {
  const { [layer.geometryColumn]: geometry, ...properties } = row;
  const key = keyOf(layer, row);
  return geometry
    ? [
        {
          type: 'Feature',
          ...(key === undefined ? {} : { id: key }),
          geometry: geometry as Geometry,
          properties,
        },
      ]
    : [];
}
