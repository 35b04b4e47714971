import type { Crs, FieldInfo, LayerInfo, TechnicalInfo } from '@cairn/geo';
import { badRequest, notFound } from '@cairn/service';
import type pg from 'pg';
import type { SavedConnections } from '../../connections/saved.ts';
import type { Version } from '../../versions/types.ts';
import { previewTable, tableExtent } from './preview.ts';
import type { TableView } from './preview.ts';
import { tableSourceOf } from './repo.ts';
import { readTableSchema } from './table-schema.ts';
import type { TableSchema, TableSource } from './types.ts';

export type TableContent = ReturnType<typeof createTableContent>;

type Located = Pick<Version, 'datasourceType' | 'source'>;

/** What is inside a table: asked of its database each time, since it changes there. */
export function createTableContent({ connections }: { connections: SavedConnections }) {
  function sourceOf(version: Located): TableSource {
    const source = tableSourceOf(version);
    if (!source) throw notFound('vault.no_table', 'The rows of this version do not lie in a database.');
    return source;
  }

  return {
    facts(version: Located, signal?: AbortSignal): Promise<TechnicalInfo> {
      const source = sourceOf(version);
      const work = async (client: pg.ClientBase): Promise<TechnicalInfo> => {
        const schema = await readTableSchema(client, source);
        const { count, extent, extentWgs84 } = await tableExtent(client, source, schema);
        const layer: LayerInfo = {
          name: source.table,
          geometryType: wordFor(schema.geometryType),
          hasZ: /Z/.test(schema.geometryType),
          hasM: schema.geometryType.endsWith('M'),
          featureCount: count,
          geometryColumn: source.geometryColumn,
          fields: fieldsOf(schema),
          ...(schema.srid === 0 ? {} : { crs: crsOf(schema) }),
          ...(schema.key === null ? {} : { fidColumn: schema.key }),
          ...(extent ? { extent } : {}),
          ...(extentWgs84 ? { extentWgs84 } : {}),
        };
        const { crs, extent: own, extentWgs84: world } = layer;
        return {
          layers: [layer],
          warnings: schema.reason === null ? [] : [schema.reason],
          ...(crs ? { crs } : {}),
          ...(own ? { extent: own } : {}),
          ...(world ? { extentWgs84: world } : {}),
        };
      };
      return connections.use(source.connectionId, work, { readOnly: true, signal });
    },

    /** GeoJSON of a part of the table. AppError `bad_request` when a layer is named: a table has none. */
    preview(version: Located, view: TableView & { layer?: string }, signal?: AbortSignal): Promise<string> {
      const source = sourceOf(version);
      if (view.layer !== undefined) {
        throw badRequest('vault.no_layers', 'A dataset in a database has no layers; leave the layer out.');
      }
      const work = async (client: pg.ClientBase): Promise<string> =>
        previewTable(client, source, { schema: await readTableSchema(client, source), view });
      return connections.use(source.connectionId, work, { readOnly: true, signal });
    },
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

const WORDS = [
  'Point',
  'LineString',
  'Polygon',
  'MultiPoint',
  'MultiLineString',
  'MultiPolygon',
  'GeometryCollection',
];

function wordFor(postgis: string): string {
  const plain = postgis.replace(/(Z|M|ZM)$/, '');
  return WORDS.find((word) => word.toUpperCase() === plain || word.toUpperCase() === postgis) ?? 'Geometry';
}
