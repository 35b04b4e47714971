import type { ReportServerOperations } from '@cairn/contracts';

export type ExportFormat = ReportServerOperations['exportTable']['parameters']['query']['format'];

interface FormatFacts {
  mime: string;
  /** What comes after the name of the table. */
  ending: string;
  /** Whether each row is a feature. */
  isSpatial: boolean;
}

export const EXPORT_FORMATS: Record<ExportFormat, FormatFacts> = {
  csv: { mime: 'text/csv; charset=utf-8', ending: '.csv', isSpatial: false },
  excel: {
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ending: '.xlsx',
    isSpatial: false,
  },
  geojson: { mime: 'application/geo+json', ending: '.geojson', isSpatial: true },
  gpkg: { mime: 'application/zip', ending: '.gpkg.zip', isSpatial: true },
  shapefile: { mime: 'application/zip', ending: '.shp.zip', isSpatial: true },
};
