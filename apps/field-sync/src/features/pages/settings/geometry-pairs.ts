import type { TableDataService } from '../../table-data/service.ts';
import type { StoredProject } from '../types.ts';
import { readTarget } from './read-outside.ts';

/** Two geometries of a row as GeoJSON in WGS84; null where a row has no geometry that a map can show. */
export interface GeometryPair {
  before: string | null;
  after: string | null;
}

/** By the ids of conflicts or of entries of the history. */
export type GeometryPairs = Map<string, GeometryPair>;

interface PairedRow {
  id: string;
  /** EWKB. */
  before: Buffer | null;
  after: Buffer | null;
}

/** None when the database fails now: without the map the page has all values still. */
export async function readPairs(
  tableData: Pick<TableDataService, 'toGeoJson'>,
  { pglinkId, schema }: Pick<StoredProject, 'pglinkId' | 'schema'>,
  rows: PairedRow[],
): Promise<GeometryPairs> {
  const geometries = rows.flatMap(({ before, after }) => [before, after]);
  if (geometries.every((each) => each === null)) return new Map();
  const { value: places } = await readTarget((signal) =>
    tableData.toGeoJson({ databaseLinkId: pglinkId, schema }, geometries, signal),
  );
  if (places === undefined) return new Map();
  return new Map(
    rows.map(({ id }, i) => [id, { before: places[2 * i] ?? null, after: places[2 * i + 1] ?? null }]),
  );
}
