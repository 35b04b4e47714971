import type { Actor } from '@cairn/service';
import type { ReportServerSchemas } from '@cairn/contracts';
import { findGeometry } from '../catalogue/find-table.ts';
import { compileSelect } from '../query/compile-select.ts';
import { decodeRow } from '../query/service.ts';
import type { QueryOptions, QueryService, TableName } from '../query/service.ts';
import type { OpenedSource, ReadRunner } from '../query/run-read.ts';
import { badPlace } from '../query/errors.ts';
import type { CompiledSelect, Source } from '../query/types.ts';

export const MAX_FEATURES = 10_000;
const DEFAULT_FEATURES = 1_000;

export type FeaturesRequest = ReportServerSchemas['FeaturesRequest'];

export type FeaturesShape = Pick<FeaturesRequest, 'geometry' | 'columns' | 'limit' | 'filter' | 'sort'>;

export interface FeatureDeps {
  queries: QueryService;
  runner: ReadRunner;
  /** The rows of a report's result. @throws {AppError} not_found for one that has expired */
  openResult(actor: Actor, id: string, signal?: AbortSignal): Promise<OpenedSource>;
}

/** Rows as a GeoJSON FeatureCollection (RFC 7946) in WGS84. `id` is the primary key where it is one column. */
export function createFeatureReader({ queries, runner, openResult }: FeatureDeps) {
  return async function readFeatures(
    actor: Actor,
    request: FeaturesRequest,
    options: QueryOptions = {},
  ): Promise<string> {
    const opened = request.report
      ? await openResult(actor, request.report.result_id, options.signal)
      : await queries.openTable(actor, nameOf(request), options);
    return readOpenedFeatures(runner, opened, request, options.signal);
  };
}

/** The same of a source that is open already. */
export async function readOpenedFeatures(
  runner: ReadRunner,
  opened: OpenedSource,
  request: FeaturesShape,
  signal: AbortSignal | undefined,
): Promise<string> {
  const { compiled, geometry, idColumn } = compileFeatures(opened.source, request);
  return runner.runCached(opened, [compiled], {
    kind: 'features',
    signal,
    work: async (read) => toCollection(compiled, await read.texts(compiled), { geometry, idColumn }),
  });
}

function nameOf({ datasource, schema, table }: FeaturesRequest): TableName {
  if (datasource !== undefined && schema !== undefined && table !== undefined)
    return { datasource, schema, table };
  throw badPlace('table', 'name datasource, schema and table, or the result of a report.');
}

function compileFeatures(source: Source, request: FeaturesShape) {
  const { table } = source;
  const geometry = findGeometry(table, request.geometry, 'geometry');
  if (geometry.geometry!.srid === 0) {
    throw badPlace('geometry', `the column "${geometry.name}" does not say its reference system (SRID 0).`);
  }
  const light = table.columns.filter(({ family }) => family !== 'geometry' && family !== 'binary');
  const names = request.columns ?? light.slice(0, 49).map(({ name }) => name);
  const idColumn = table.primaryKey.length === 1 ? table.primaryKey[0]! : null;
  const columns = [...new Set([...names.filter((name) => name !== geometry.name), geometry.name])];
  const limit = Math.min(request.limit ?? DEFAULT_FEATURES, MAX_FEATURES);
  const withId = idColumn && !columns.includes(idColumn) ? [...columns, idColumn] : columns;
  const { filter, sort } = request;
  const selection = { columns: withId, limit, ...(filter ? { filter } : {}), ...(sort ? { sort } : {}) };
  // Rows without a geometry are no features.
  const drawn = { anyOf: [{ column: geometry.name, op: 'is_not_null' }], origin: 'token' as const };
  const compiled = compileSelect({ ...source, restrictions: [...source.restrictions, drawn] }, selection);
  return { compiled, geometry: geometry.name, idColumn };
}

function toCollection(
  compiled: CompiledSelect,
  rows: (string | null)[][],
  { geometry, idColumn }: { geometry: string; idColumn: string | null },
): string {
  const truncated = rows.length > compiled.limit;
  const shown = truncated ? rows.slice(0, compiled.limit) : rows;
  const at = compiled.columns.findIndex(({ name }) => name === geometry);
  // The geometry is JSON already.
  const features = shown.map((row) => {
    const { [geometry]: _shape, ...properties } = decodeRow(compiled, row.with(at, null));
    const id = idColumn === null ? '' : `"id":${JSON.stringify(properties[idColumn] ?? null)},`;
    return `{"type":"Feature",${id}"geometry":${row[at] ?? 'null'},"properties":${JSON.stringify(properties)}}`;
  });
  const warnings = JSON.stringify(compiled.warnings);
  return `{"type":"FeatureCollection","features":[${features.join(',')}],"truncated":${truncated},"warnings":${warnings}}`;
}
