import type { ReportServerSchemas } from '@cairn/contracts';
import { ANALYSIS_GROUPS } from './analyses/index.ts';
import { JOB_LIMIT, KEEP_RESULT_MS, MAX_RESULT_BYTES, MAX_UNFINISHED, REQUEST_LIMIT } from './limits.ts';
import type { AnalysisLimit } from './limits.ts';
import type { AnalysisResult } from './service.ts';

type Capabilities = ReportServerSchemas['AnalysisCapabilities'];

/** The features come first: what is said of them is known when all have come. */
export const RESULT_START = '{"features":';
export const COLLECTION_START = '{"type":"FeatureCollection","features":[';
export const COLLECTION_END = ']}';

/** What follows the features. */
export function toResultEnd(result: Omit<AnalysisResult, 'features'>): string {
  const { analysis, counts } = result;
  const rest = JSON.stringify({
    analysis: analysis.id,
    method: analysis.method,
    unit: analysis.unit,
    srid_used: result.sridUsed,
    counts: toCountsBody(counts),
    warnings: result.warnings,
    elapsed_ms: result.elapsedMs,
  });
  return `,${rest.slice(1)}`;
}

export function toCountsBody(counts: AnalysisResult['counts']) {
  return {
    input: counts.input,
    dropped_null: counts.droppedNull,
    dropped_empty: counts.droppedEmpty,
    repaired: counts.repaired,
    output: counts.output,
  };
}

/** The answer as JSON: its features are texts already, and an object for each would take most of the time. */
export function toAnalysisText(result: AnalysisResult): Uint8Array[] {
  return [
    Buffer.from(RESULT_START + COLLECTION_START),
    ...result.features.map((feature, i) => Buffer.from(i === 0 ? feature : `,${feature}`)),
    Buffer.from(COLLECTION_END + toResultEnd(result)),
  ];
}

export function toCapabilities(): Capabilities['analyses'] {
  return ANALYSIS_GROUPS.flatMap(({ title: group, analyses }) =>
    analyses.map(({ id, title, description, inputs, parameters, unit, method, limits }) => ({
      ...{ id, group, title, description, inputs, parameters, unit, method, limits },
    })),
  );
}

/** The limits of direct answers and of jobs. */
export function toRunLimits(): Pick<Capabilities, 'direct' | 'job'> {
  const limitsOf = ({ factor, timeoutMs }: AnalysisLimit) => ({ factor, seconds: timeoutMs / 1000 });
  return {
    direct: limitsOf(REQUEST_LIMIT),
    job: {
      ...limitsOf(JOB_LIMIT),
      result_bytes: MAX_RESULT_BYTES,
      result_hours: KEEP_RESULT_MS / 3_600_000,
      unfinished: MAX_UNFINISHED,
    },
  };
}
