import type { ReportServerSchemas } from '@cairn/contracts';
import type { AnalysisResult } from './service.ts';
import type { Analysis } from './types.ts';

/** The answer as JSON: its features are texts already, and an object for each would take most of the time. */
export function toAnalysisText(result: AnalysisResult): Uint8Array[] {
  const { analysis, counts } = result;
  const head = JSON.stringify({
    analysis: analysis.id,
    method: analysis.method,
    unit: analysis.unit,
    srid_used: result.sridUsed,
    counts: {
      input: counts.input,
      dropped_null: counts.droppedNull,
      dropped_empty: counts.droppedEmpty,
      repaired: counts.repaired,
      output: counts.output,
    },
    warnings: result.warnings,
    elapsed_ms: result.elapsedMs,
  });
  return [
    Buffer.from(`${head.slice(0, -1)},"features":{"type":"FeatureCollection","features":[`),
    ...result.features.map((feature, i) => Buffer.from(i === 0 ? feature : `,${feature}`)),
    Buffer.from(']}}'),
  ];
}

export function toCapability(
  analysis: Analysis,
): ReportServerSchemas['AnalysisCapabilities']['analyses'][number] {
  const { id, title, description, inputs, parameters, unit, method, limits } = analysis;
  return { id, title, description, inputs, parameters, unit, method, limits };
}
