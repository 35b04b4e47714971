import { AppError } from '@cairn/service';
import type { Actor } from '@cairn/service';
import { closestNames } from '@cairn/geo';
import type { Read } from '../datasources/read.ts';
import type { ReadRunner } from '../query/run-read.ts';
import type { QueryService } from '../query/service.ts';
import { ANALYSIS_BY_ID } from './analyses/index.ts';
import { compute } from './compute.ts';
import type { Computation, ComputeOptions, ResultFacts } from './compute.ts';
import { analysisFailed, missingOverlay, otherDatasource, unknownAnalysis } from './errors.ts';
import { REQUEST_LIMIT } from './limits.ts';
import type { AnalysisLimit } from './limits.ts';
import { openLayer } from './open-layer.ts';
import type { LayerRequest, OpenLayer } from './open-layer.ts';
import { readAtOnce } from './read-batches.ts';
import { readParameters } from './read-parameters.ts';
import type { Analysis } from './types.ts';

export interface AnalysisRequest {
  analysis: string;
  input: LayerRequest;
  overlay?: LayerRequest | undefined;
  parameters?: Record<string, unknown> | undefined;
}

export interface AnalysisResult extends ResultFacts {
  elapsedMs: number;
  /** Each result as a GeoJSON feature, in WGS 84 with 7 digits. */
  features: string[];
}

export interface AnalysisDeps {
  queries: QueryService;
  runner: ReadRunner;
}

export interface StreamOptions<T> extends ComputeOptions<T> {
  signal: AbortSignal;
}

export type AnalysisService = ReturnType<typeof createAnalysisService>;

export function createAnalysisService({ queries, runner }: AnalysisDeps) {
  /** The analysis with its layers, which the actor may read. @throws {AppError} bad_request that names the place; not_found */
  async function prepare(actor: Actor, request: AnalysisRequest): Promise<Computation> {
    const analysis = findAnalysis(request.analysis);
    const parameters = readParameters(analysis, request.parameters);
    const needs = {
      groupBy: parameters.group_by as string[],
      valueColumn: parameters.value_column as string | null,
    };
    const a = await openLayer(queries, actor, { request: request.input, place: 'input', needs });
    return { analysis, parameters, needs, a, b: await openOverlay(actor, analysis, request) };
  }

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

  async function stream<T>(
    actor: Actor,
    request: AnalysisRequest,
    { signal, ...options }: StreamOptions<T>,
  ): Promise<T> {
    const computation = await prepare(actor, request);
    const work = (read: Read) => compute(read, computation, options);
    const { timeoutMs, maxBytes } = options.limit;
    const limits = { signal, maxBytes, statementTimeoutMs: timeoutMs, skipCostCheck: true };
    return runner.runRead(computation.a.opened, [], { ...limits, work }).catch((error: unknown) => {
      throw isGeometryError(error) ? analysisFailed(error) : error;
    });
  }

  return {
    /** Checks a request as `run` does, without running it. */
    async check(actor: Actor, request: AnalysisRequest): Promise<void> {
      await prepare(actor, request);
    },

    /** Runs an analysis whose features go to `use` while they are read, with the errors of `run`. */
    stream,

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
      return stream(actor, request, {
        signal,
        limit,
        readBatches: readAtOnce,
        async use(batches, facts) {
          const features: string[] = [];
          for await (const batch of batches) features.push(...batch);
          return { ...facts, features, elapsedMs: Math.round(performance.now() - started) };
        },
      });
    },
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
