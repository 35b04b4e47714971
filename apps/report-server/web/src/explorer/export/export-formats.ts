import type { ReportServerOperations } from '@cairn/contracts/client';
import type { TableMetadata } from '../../client.ts';

export type ExportFormat = ReportServerOperations['exportTable']['parameters']['query']['format'];

/** Formats of the menu; the last three need a geometry. */
export const EXPORT_FORMATS: { format: ExportFormat; ending: string; isSpatial: boolean }[] = [
  { format: 'csv', ending: 'csv', isSpatial: false },
  { format: 'excel', ending: 'xlsx', isSpatial: false },
  { format: 'geojson', ending: 'geojson', isSpatial: true },
  { format: 'gpkg', ending: 'gpkg.zip', isSpatial: true },
  { format: 'shapefile', ending: 'shp.zip', isSpatial: true },
];

/** Whether a map of the table can be made elsewhere: it has a geometry that says its reference system. */
export function hasPlaces({ geometry }: TableMetadata): boolean {
  return geometry.some(({ srid }) => srid > 0);
}
