import type { Crs, FieldInfo, LayerInfo, TechnicalInfo } from '@cairn/geo';
import { badRequest } from '@cairn/service';
import type pg from 'pg';
import type { SavedConnections } from '../../connections/saved-connections.ts';
import type { TableContent } from '../../content/types.ts';
import { isSampledTable, readExtent, readPreview } from './server-preview.ts';
import { readTableSchema } from './server-schema.ts';
import { requireTableSource } from './types.ts';
import type { TableSchema, TableSource } from './types.ts';

const SAMPLED =
  'The table is very large. The number of its features is an estimate of the database, and its extent is that of a sample of its rows.';

/** Metadata and previews of tables. They are queried each time, since tables change. */
export function createTableContent({ connections }: { connections: SavedConnections }): TableContent {
  return {
    facts(version, signal) {
      const source = requireTableSource(version);
      const work = async (client: pg.ClientBase): Promise<TechnicalInfo> => {
        const schema = await readTableSchema(client, source);
        return toTechnicalInfo(
          source,
          schema,
          await readExtent(client, source, { schema, isSampled: isSampledTable(schema) }),
        );
      };
      return connections.use(source.connectionId, work, { readOnly: true, signal });
    },

    /** GeoJSON of a part of the table. @throws {AppError} bad_request for a named layer: a table has none. */
    preview(version, view, signal) {
      const source = requireTableSource(version);
      if (view.layer !== undefined) {
        throw badRequest('vault.no_layers', 'A dataset in a database has no layers. Leave the layer out.');
      }
      const work = async (client: pg.ClientBase): Promise<string> =>
        readPreview(client, source, { schema: await readTableSchema(client, source), view });
      return connections.use(source.connectionId, work, { readOnly: true, signal });
    },
  };
}

function toTechnicalInfo(
  source: TableSource,
  schema: TableSchema,
  rows: Awaited<ReturnType<typeof readExtent>>,
): TechnicalInfo {
  const layer = toTableLayer(source, schema, rows);
  const { crs, extent, extentWgs84 } = layer;
  return {
    layers: [layer],
    warnings: [
      ...(schema.reason === null ? [] : [schema.reason]),
      ...(isSampledTable(schema) ? [SAMPLED] : []),
    ],
    ...(crs ? { crs } : {}),
    ...(extent ? { extent } : {}),
    ...(extentWgs84 ? { extentWgs84 } : {}),
  };
}

/** A table as the only layer of its dataset. */
export function toTableLayer(
  source: TableSource,
  schema: TableSchema,
  { count, extent, extentWgs84 }: Awaited<ReturnType<typeof readExtent>>,
): LayerInfo {
  return {
    name: source.table,
    geometryType: geometryTypeOf(schema.geometryType),
    hasZ: /Z/.test(schema.geometryType),
    hasM: schema.geometryType.endsWith('M'),
    featureCount: count,
    ...(schema.geometryColumn === null ? {} : { geometryColumn: schema.geometryColumn }),
    fields: fieldsOf(schema),
    ...(schema.key === null ? {} : { fidColumn: schema.key }),
    ...(schema.srid === 0 ? {} : { crs: crsOf(schema) }),
    ...(extent ? { extent } : {}),
    ...(extentWgs84 ? { extentWgs84 } : {}),
  };
}

function fieldsOf({ columns, key }: TableSchema): FieldInfo[] {
  return columns.flatMap(({ name, type, nativeType, nullable, width }) =>
    type === 'geometry' || name === key
      ? []
      : [{ name, type, nativeType, nullable, ...(width === undefined ? {} : { width }) }],
  );
}

function crsOf({ srid }: TableSchema): Crs {
  return { name: `EPSG:${srid}`, srid, authority: 'EPSG', code: String(srid) };
}

const GEOMETRY_TYPES = [
  'Point',
  'LineString',
  'Polygon',
  'MultiPoint',
  'MultiLineString',
  'MultiPolygon',
  'GeometryCollection',
];

/** The type as GDAL spells it. */
function geometryTypeOf(postgisType: string): string {
  const plain = postgisType.replace(/(Z|M|ZM)$/, '');
  const type = GEOMETRY_TYPES.find((each) => [plain, postgisType].includes(each.toUpperCase()));
  return type ?? 'Geometry';
}
