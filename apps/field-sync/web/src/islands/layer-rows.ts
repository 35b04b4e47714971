import type { Feature, FeatureCollection, Geometry } from 'geojson';
import { basePath } from '@cairn/ui';

/** What the server sends with the map of a layer. */
export interface LayerMapData {
  projectId: number;
  table: string;
  geometryColumn: string;
  /** Of one column; null where rows have none. */
  key: string | null;
  columns: string[];
  /** Rows that look different, by their keys. */
  marks: Mark[];
  /** Rows that are not in the table any more. */
  lost: { title: string; features: Feature[] };
}

export interface Mark {
  id: string;
  title: string;
  keys: string[];
}

export interface LayerRows {
  features: Feature[];
  /** Rows of the table, with and without a geometry. */
  total: number;
}

/** More would be slow to fetch and to draw. */
const MAX_ROWS = 5_000;
const ROWS_AT_ONCE = 1_000;

interface RowPage {
  recordsTotal: number;
  data: Record<string, unknown>[];
}

/** The first rows of a layer, and those that are marked. @throws Error with a sentence */
export async function fetchLayerRows(layer: LayerMapData, signal: AbortSignal): Promise<LayerRows> {
  const rows: RowPage['data'] = [];
  let total = Infinity;
  while (rows.length < Math.min(total, MAX_ROWS)) {
    const page = await fetchPage(layer, { start: rows.length, length: ROWS_AT_ONCE }, signal);
    rows.push(...page.data);
    total = page.data.length === 0 ? rows.length : page.recordsTotal;
  }
  const known = new Set(rows.map((row) => keyOf(layer, row)));
  const missing = layer.marks.flatMap(({ keys }) => keys).filter((key) => !known.has(key));
  if (missing.length > 0 && layer.key !== null && total > rows.length)
    rows.push(
      ...(await fetchPage(layer, { where: among(layer.key, missing), length: ROWS_AT_ONCE }, signal)).data,
    );
  return { features: rows.flatMap((row) => toFeature(layer, row)), total };
}

/** The collection of one layer of the map. */
export function collectionOf(features: Feature[]): FeatureCollection {
  return { type: 'FeatureCollection', features };
}

async function fetchPage(
  { projectId, table, geometryColumn, columns }: LayerMapData,
  wanted: { start?: number; length: number; where?: string },
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
