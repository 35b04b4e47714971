import { ident } from '@cairn/db';
import type { Actor } from '@cairn/service';
import { findColumn, findGeometry } from '../catalogue/find-table.ts';
import { isNumeric } from '../catalogue/families.ts';
import type { Column } from '../catalogue/types.ts';
import { compileFilter } from '../query/filter.ts';
import type { Parameters } from '../query/parameters.ts';
import type { OpenedSource } from '../query/run-read.ts';
import type { QueryService } from '../query/service.ts';
import { compileFrom, scopeOf } from '../query/source.ts';
import { badParameter } from './errors.ts';
import { layerRows } from './prepare-layer.ts';
import type { LayerNeeds } from './prepare-layer.ts';
import { createPostgis } from './postgis.ts';
import type { LayerSource, Postgis } from './types.ts';

/** A layer of a request: a table with geometry, and what narrows it. */
export interface LayerRequest {
  datasource: string;
  schema: string;
  table: string;
  /** Column of the geometry; the first one when left out. */
  geometry?: string | undefined;
  filter?: unknown;
  /** Columns that the results carry. */
  columns?: string[] | undefined;
}

/** A layer that the caller may read. */
export interface OpenLayer {
  opened: OpenedSource;
  source: LayerSource;
  postgis: Postgis;
  /** The rows that may be read and pass the filter, as a select. */
  text(parameters: Parameters): string;
  /** The same as an analysis needs them. */
  rows(parameters: Parameters, needs: LayerNeeds): string;
}

/** @throws {AppError} not_found for tables that are missing or hidden; bad_request that names the place */
export async function openLayer(
  queries: Pick<QueryService, 'openTable'>,
  actor: Actor,
  { request, place, needs }: { request: LayerRequest; place: string; needs: LayerNeeds },
): Promise<OpenLayer> {
  const opened = await queries.openTable(actor, request);
  const { table, postgisSchema } = opened.source;
  const geometry = findGeometry(table, request.geometry ?? firstGeometry(table.columns), `${place}.geometry`);
  const carried = (request.columns ?? []).map((name, i) => findColumn(table, name, `${place}.columns[${i}]`));
  const grouped = (needs.groupBy ?? []).map((name, i) =>
    findColumn(table, name, `parameters.group_by[${i}]`),
  );
  const summed = needs.valueColumn ? [findColumn(table, needs.valueColumn, 'parameters.value_column')] : [];
  for (const column of summed)
    if (!isNumeric(column.family))
      throw badParameter('parameters.value_column', 'must be a column of numbers');
  const key = table.primaryKey.map((name) => ident(name));
  const names = new Set([
    ...table.primaryKey,
    geometry.name,
    ...[...carried, ...grouped, ...summed].map(({ name }) => name),
  ]);
  const source: LayerSource = {
    key,
    columns: carried.map(({ name }) => name),
    geometry: {
      column: geometry.name,
      srid: geometry.geometry?.srid ?? 0,
      type: geometry.geometry?.type ?? 'GEOMETRY',
    },
  };
  const postgis = createPostgis(postgisSchema ?? 'public');

  function text(parameters: Parameters): string {
    const from = compileFrom(opened.source, parameters);
    const where =
      request.filter === undefined
        ? ''
        : ` WHERE ${compileFilter(request.filter, scopeOf(opened.source, parameters), `${place}.filter`)}`;
    return `SELECT ${[...names].map((name) => selected(name, geometry, postgis)).join(', ')} FROM ${from}${where}`;
  }

  return {
    opened,
    source,
    postgis,
    text,
    rows: (parameters, more) => layerRows(postgis, source, { text: text(parameters), needs: more }),
  };
}

/** Analyses work on geometries, so a geography becomes one. */
function selected(name: string, { name: geometry, geometry: facts }: Column, postgis: Postgis): string {
  const column = `q.${ident(name)}`;
  return name === geometry && facts?.isGeography
    ? `${column}::${postgis.geometry} AS ${ident(name)}`
    : column;
}

function firstGeometry(columns: readonly Column[]): string | undefined {
  return columns.find(({ geometry }) => geometry !== null)?.name;
}
