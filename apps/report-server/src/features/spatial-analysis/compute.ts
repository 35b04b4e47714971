import type { Read } from '../datasources/read.ts';
import { createParameters } from '../query/parameters.ts';
import type { Parameters } from '../query/parameters.ts';
import { layerTooLarge, tooFewFeatures, tooManyResults } from './errors.ts';
import { inspectLayer } from './inspect-layer.ts';
import { JOB_LIMIT } from './limits.ts';
import type { AnalysisLimit } from './limits.ts';
import type { OpenLayer } from './open-layer.ts';
import { splitAtAntimeridian } from './postgis.ts';
import { toAnalysisLayer } from './prepare-layer.ts';
import type { ReadBatches } from './read-batches.ts';
import type { Analysis, AnalysisCounts, AnalysisLayer, LayerFrame } from './types.ts';

export interface Computation {
  analysis: Analysis;
  parameters: Record<string, unknown>;
  needs: { groupBy: string[]; valueColumn: string | null };
  a: OpenLayer;
  b: OpenLayer | null;
}

/** What is known of a result before its features are read, but for the count of its output. */
export interface ResultFacts {
  analysis: Analysis;
  sridUsed: number;
  counts: AnalysisCounts;
  warnings: string[];
}

export interface ComputeOptions<T> {
  limit: AnalysisLimit;
  readBatches: ReadBatches;
  onInspected?(counts: AnalysisCounts): Promise<void>;
  /** Takes the features, which are read while it does. The count of the output is right when all have come. */
  use(features: AsyncIterable<string[]>, facts: ResultFacts): Promise<T>;
}

/** Inspects the layers, compiles the analysis for them and reads its result, in one read transaction. */
export async function compute<T>(
  read: Read,
  computation: Computation,
  options: ComputeOptions<T>,
): Promise<T> {
  const { analysis, parameters, a, b } = computation;
  const { limit, readBatches, use } = options;
  const { metric } = analysis;
  const most = mostOf(analysis.limits.features, limit);
  const frame = await inspectLayer(read, a, { place: 'input', most, metric });
  const overlay = b && (await inspectLayer(read, b, { place: 'overlay', most, metric: 'none' }));
  const counts = countsOf(frame, overlay);
  await options.onInspected?.(counts);
  const sridUsed = metric === 'none' ? 4326 : (frame.metricSrid ?? 4326);
  if (frame.count === 0) return use(noFeatures(), { analysis, sridUsed, counts, warnings: [] });
  if (metric !== 'none' && frame.metricSrid === null) throw layerTooLarge(analysis.title);
  if (analysis.id === 'kmeans' && Number(parameters.clusters) > frame.count)
    throw tooFewFeatures({ found: frame.count, needed: Number(parameters.clusters) });
  const output = mostOf(analysis.limits.output, limit);
  const { statement, warnings } = compileAnalysis(computation, {
    ...{ frame, overlay, maxOutput: output.most },
  });
  const limited = { ...statement, text: `${statement.text} LIMIT ${output.most + 1}` };
  const rows = readBatches(read, limited, limit);

  async function* features(): AsyncGenerator<string[]> {
    for await (const batch of rows) {
      counts.output += batch.length;
      if (counts.output > output.most) throw tooManyResults(output);
      yield batch.map(toFeature);
    }
  }

  return use(features(), { analysis, sridUsed, counts, warnings });
}

function compileAnalysis(
  { analysis, parameters, needs, a, b }: Computation,
  { frame, overlay, maxOutput }: { frame: LayerFrame; overlay: LayerFrame | null; maxOutput: number },
) {
  const bound = createParameters();
  const warnings: string[] = [];
  const compiled = analysis.compile({
    postgis: a.postgis,
    a: toLayer(a, { frame, parameters: bound, needs }),
    b: b && overlay ? toLayer(b, { frame: overlay, parameters: bound, needs: {} }) : null,
    parameters,
    maxOutput,
    bind: (value, type) => bound.bind(String(value), `pg_catalog.${type}`),
    warn: (sentence) => warnings.push(sentence),
  });
  const { fn } = a.postgis;
  const degrees = `${fn('ST_Transform')}(r.g, 4326)`;
  const shape = analysis.metric === 'equalArea' ? splitAtAntimeridian(a.postgis, degrees) : degrees;
  const text = `SELECT r.key, r.props::text, ${fn('ST_AsGeoJSON')}(${shape}, 7) FROM (${compiled}) AS r`;
  return { statement: { text, values: bound.values }, warnings };
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

function mostOf(base: number, { factor, isJob }: AnalysisLimit) {
  return { most: base * factor, mostInJob: isJob ? null : base * JOB_LIMIT.factor };
}

function countsOf(a: LayerFrame, b: LayerFrame | null): AnalysisCounts {
  return {
    input: a.count,
    droppedNull: a.droppedNull + (b?.droppedNull ?? 0),
    droppedEmpty: a.droppedEmpty + (b?.droppedEmpty ?? 0),
    repaired: a.repaired + (b?.repaired ?? 0),
    output: 0,
  };
}

async function* noFeatures(): AsyncGenerator<string[]> {}
