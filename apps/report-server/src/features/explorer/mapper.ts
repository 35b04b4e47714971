import type { ReportServerSchemas } from '@cairn/contracts';
import type { IndexFacts } from '../catalogue/table-details.ts';
import { isNumeric, isTemporal } from '../catalogue/families.ts';
import type { Column, Table } from '../catalogue/types.ts';
import type { Datasource } from '../datasources/types.ts';

type Schemas = ReportServerSchemas;

export function toExplorerDatasource(
  datasource: Datasource,
  isAdmin: boolean,
): Schemas['ExplorerDatasource'] {
  const { key, title, postgisSchema, postgisVersion } = datasource;
  const permissions = { view: true, admin: isAdmin };
  return {
    key,
    title,
    kind: 'postgres',
    spatial: postgisSchema !== null,
    postgis: postgisVersion,
    permissions,
  };
}

export function toExplorerTable(table: Table): Schemas['ExplorerTable'] {
  return {
    schema: table.schema,
    table: table.name,
    kind: table.kind,
    comment: table.comment,
    estimated_rows: table.estimatedRows,
    columns: table.columns.length,
    geometry: toGeometryColumns(table),
  };
}

export function toGeometryColumns({ columns }: Table): Schemas['GeometryColumn'][] {
  return columns.flatMap(({ name, geometry }) => {
    if (!geometry) return [];
    const { type, srid, dimensions } = geometry;
    return [{ column: name, type, srid, dimensions }];
  });
}

export interface ExtentFacts {
  extent: [number, number, number, number] | null;
  estimated: boolean;
}

export function toMetadata(
  table: Table,
  { indexes, extents }: { indexes: IndexFacts[]; extents: Map<string, ExtentFacts> },
): Schemas['TableMetadata'] {
  return {
    schema: table.schema,
    table: table.name,
    kind: table.kind,
    comment: table.comment,
    primary_key: table.primaryKey,
    estimated_rows: table.estimatedRows,
    columns: table.columns.map((column) => ({
      name: column.name,
      type: column.type,
      family: column.family,
      nullable: column.nullable,
      comment: column.comment,
      semantic: semanticOf(column, table),
      ...(column.labels ? { values: column.labels } : {}),
    })),
    geometry: withExtents(table, extents),
    indexes,
  };
}

export function toMapTable(table: Table, extents: Map<string, ExtentFacts>): Schemas['MapTable'] {
  return { ...toExplorerTable(table), geometry: withExtents(table, extents) };
}

function withExtents(table: Table, extents: Map<string, ExtentFacts>): Schemas['GeometryExtent'][] {
  return toGeometryColumns(table).map((geometry) => {
    const { extent = null, estimated = false } = extents.get(geometry.column) ?? {};
    return { ...geometry, extent_wgs84: extent, estimated };
  });
}

type Semantic = Schemas['TableMetadata']['columns'][number]['semantic'];

/** What the explorer takes a column for, when it proposes a chart. */
export function semanticOf({ name, family }: Column, { primaryKey }: Pick<Table, 'primaryKey'>): Semantic {
  if (family === 'geometry') return 'place';
  if (primaryKey.includes(name) || family === 'uuid' || /(^|_)(id|fid|gid|oid)$/i.test(name)) return 'key';
  if (isTemporal(family)) return 'time';
  if (isNumeric(family)) return 'measure';
  if (family === 'boolean' || family === 'enum') return 'category';
  if (family === 'text')
    return /comment|description|note|remark|address|url/i.test(name) ? 'text' : 'category';
  return 'other';
}
