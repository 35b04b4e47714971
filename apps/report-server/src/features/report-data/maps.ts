import type { MapElement, Template } from '@cairn/report-engine';
import { onlyMaps } from '../executions/only-maps.ts';
import { MAX_FEATURES, readOpenedFeatures } from '../explorer/features.ts';
import { elementsOf } from '../parameters/mapper.ts';
import type { OpenedSource, ReadRunner } from '../query/run-read.ts';

const NO_FEATURES = '{"type":"FeatureCollection","features":[],"truncated":false,"warnings":[]}';

/** The maps of a template, each dataset and geometry once: a map in a detail band is one for each of its rows. */
export function mapsOf(template: Template): MapElement[] {
  const maps = new Map<string, MapElement>();
  for (const element of elementsOf(onlyMaps(template))) {
    if (element.kind !== 'map') continue;
    const name = JSON.stringify([element.dataset, element.geometry]);
    if (!maps.has(name)) maps.set(name, element);
  }
  return [...maps.values()];
}

/** The column that an expression reads, where it is a field alone. */
export function fieldOf(expression: string | undefined): string | undefined {
  return /^\s*\$F\{([^}]+)\}\s*$/.exec(expression ?? '')?.[1];
}

/**
 * What a map shows, as JSON: its features with the values that name and colour them, and no other column. `opened` is null where
 * no row is to be read.
 */
export async function readMap(
  runner: ReadRunner,
  opened: OpenedSource | null,
  { element, signal }: { element: MapElement; signal: AbortSignal },
): Promise<string> {
  const { alt, extent, ...expressions } = element;
  const [label, colorBy] = [fieldOf(expressions.label), fieldOf(expressions.colorBy)];
  const geometry = fieldOf(expressions.geometry);
  const columns = [label, colorBy].filter((name) => name !== undefined);
  const request = { columns, limit: MAX_FEATURES, ...(geometry === undefined ? {} : { geometry }) };
  const features = opened ? await readOpenedFeatures(runner, opened, request, signal) : NO_FEATURES;
  const facts = {
    title: alt ?? null,
    label: label ?? null,
    color_by: colorBy ?? null,
    extent: extent ?? null,
  };
  return `${JSON.stringify(facts).slice(0, -1)},"features":${features}}`;
}
