import { AppError } from '@cairn/service';
import type { Actor } from '@cairn/service';
import { closestNames } from '@cairn/geo';
import { createParameters } from '../query/parameters.ts';
import type { Parameters } from '../query/parameters.ts';
import type { Read } from '../datasources/read.ts';
import type { ReadRunner } from '../query/run-read.ts';
import type { QueryService } from '../query/service.ts';
import { ANALYSES, ANALYSIS_BY_ID } from './analyses/index.ts';
import {
  analysisFailed,
  layerTooLarge,
  missingOverlay,
  otherDatasource,
  tooFewFeatures,
  tooManyResults,
  unknownAnalysis,
} from './errors.ts';
import { inspectLayer } from './inspect-layer.ts';
import { openLayer } from './open-layer.ts';
import type { LayerRequest, OpenLayer } from './open-layer.ts';
import { toAnalysisLayer } from './prepare-layer.ts';
import { readParameters } from './read-parameters.ts';
import type { Analysis, AnalysisLayer, LayerFrame } from './types.ts';

const TIMEOUT_MS = 60_000;

export interface AnalysisRequest {
  analysis: string;
  input: LayerRequest;
  overlay?: LayerRequest | undefined;
  parameters?: Record<string, unknown> | undefined;
}

/** What a run may use; a job may use more than a request. */
export interface AnalysisLimit {
  /** Multiplies the limits of the analysis. */
  factor: number;
  timeoutMs: number;
}

export const REQUEST_LIMIT: AnalysisLimit = { factor: 1, timeoutMs: TIMEOUT_MS };

export interface AnalysisResult {
  analysis: Analysis;
  sridUsed: number;
  counts: { input: number; droppedNull: number; droppedEmpty: number; repaired: number; output: number };
  warnings: string[];
  /** Each result as a GeoJSON feature, in WGS 84 with 7 digits. */
  features: string[];
  elapsedMs: number;
}

export interface AnalysisDeps {
  queries: QueryService;
  runner: ReadRunner;
}

export type AnalysisService = ReturnType<typeof createAnalysisService>;

export function createAnalysisService({ queries, runner }: AnalysisDeps) {
  return {
    analyses: ANALYSES,

    /**
     * Runs an analysis over one or two layers that the caller may read.
     * @throws {AppError} bad_request that names the place; not_found; unprocessable with the counts; unavailable when it takes too long
     */
    async run(
      actor: Actor,
      request: AnalysisRequest,
      { signal, limit = REQUEST_LIMIT }: { signal: AbortSignal; limit?: AnalysisLimit },
    ): Promise<AnalysisResult> {
      const started = performance.now();
      const analysis = findAnalysis(request.analysis);
      const parameters = readParameters(analysis, request.parameters);
      const needs = {
        groupBy: parameters.group_by as string[],
        valueColumn: parameters.value_column as string | null,
      };
      const a = await openLayer(queries, actor, { request: request.input, place: 'input', needs });
      const b = await openOverlay(actor, analysis, request);
      const work = (read: Read) => compute(read, { analysis, parameters, needs, a, b, limit });
      const options = { signal, statementTimeoutMs: limit.timeoutMs, skipCostCheck: true, work };
      const result = await runner.runRead(a.opened, [], options).catch((error: unknown) => {
        throw isGeometryError(error) ? analysisFailed(error) : error;
      });
      return { ...result, analysis, elapsedMs: Math.round(performance.now() - started) };
    },
  };

  async function openOverlay(
    actor: Actor,
    analysis: Analysis,
    request: AnalysisRequest,
  ): Promise<OpenLayer | null> {
    if (analysis.inputs === 1) return null;
    if (!request.overlay) throw missingOverlay(analysis.title);
    if (request.overlay.datasource !== request.input.datasource) throw otherDatasource();
    return openLayer(queries, actor, { request: request.overlay, place: 'overlay', needs: {} });
  }
}

interface Computation {
  analysis: Analysis;
  parameters: Record<string, unknown>;
  needs: { groupBy: string[]; valueColumn: string | null };
  a: OpenLayer;
  b: OpenLayer | null;
  limit: AnalysisLimit;
}

async function compute(
  read: Read,
  { analysis, parameters, needs, a, b, limit }: Computation,
): Promise<Omit<AnalysisResult, 'analysis' | 'elapsedMs'>> {
  const maxFeatures = analysis.limits.features * limit.factor;
  const maxOutput = analysis.limits.output * limit.factor;
  const { metric } = analysis;
  const frame = await inspectLayer(read, a, { place: 'input', maxFeatures, metric });
  const overlay = b && (await inspectLayer(read, b, { place: 'overlay', maxFeatures, metric: 'none' }));
  const counts = countsOf(frame, overlay);
  const sridUsed = metric === 'none' ? 4326 : (frame.metricSrid ?? 4326);
  if (frame.count === 0) return { sridUsed, counts, warnings: [], features: [] };
  if (metric !== 'none' && frame.metricSrid === null) throw layerTooLarge(analysis.title);
  if (analysis.id === 'kmeans' && Number(parameters.clusters) > frame.count)
    throw tooFewFeatures({ found: frame.count, needed: Number(parameters.clusters) });
  const bound = createParameters();
  const warnings: string[] = [];
  const statement = analysis.compile({
    postgis: a.postgis,
    a: toLayer(a, { frame, parameters: bound, needs }),
    b: b && overlay ? toLayer(b, { frame: overlay, parameters: bound, needs: {} }) : null,
    parameters,
    bind: (value, type) => bound.bind(String(value), `pg_catalog.${type}`),
    warn: (sentence) => warnings.push(sentence),
  });
  const { fn } = a.postgis;
  const text = `SELECT r.key, r.props::text, ${fn('ST_AsGeoJSON')}(${fn('ST_Transform')}(r.g, 4326), 7)
    FROM (${statement}) AS r LIMIT ${maxOutput + 1}`;
  const rows = await read.texts({ text, values: bound.values });
  if (rows.length > maxOutput) throw tooManyResults(maxOutput);
  return { sridUsed, counts: { ...counts, output: rows.length }, warnings, features: rows.map(toFeature) };
}

function toLayer(
  layer: OpenLayer,
  {
    frame,
    parameters,
    needs,
  }: { frame: LayerFrame; parameters: Parameters; needs: Partial<Computation['needs']> },
): AnalysisLayer {
  return toAnalysisLayer(layer.rows(parameters, needs), frame, layer.source);
}

function toFeature([key, props, geometry]: (string | null)[]): string {
  return `{"type":"Feature","id":${JSON.stringify(key)},"geometry":${geometry ?? 'null'},"properties":${props ?? '{}'}}`;
}

function countsOf(a: LayerFrame, b: LayerFrame | null): AnalysisResult['counts'] {
  return {
    input: a.count,
    droppedNull: a.droppedNull + (b?.droppedNull ?? 0),
    droppedEmpty: a.droppedEmpty + (b?.droppedEmpty ?? 0),
    repaired: a.repaired + (b?.repaired ?? 0),
    output: 0,
  };
}

/** @throws {AppError} bad_request with the nearest names */
export function findAnalysis(id: string): Analysis {
  const analysis = ANALYSIS_BY_ID.get(id);
  if (!analysis) throw unknownAnalysis(id, closestNames(id, [...ANALYSIS_BY_ID.keys()]));
  return analysis;
}

/** GEOS and PROJ fail on a geometry, whatever the statement. */
function isGeometryError(error: unknown): boolean {
  return error instanceof AppError && error.code === 'report-server.bad_geometry';
}
