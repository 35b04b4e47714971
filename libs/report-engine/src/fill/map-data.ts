import { isNumber, toNumber } from '../expression/arithmetic.ts';
import type { Evaluate } from '../expression/evaluate.ts';
import { formatValue } from '../format/format-value.ts';
import type { MapElement } from '../template/types.ts';
import type { Gatherer } from './chart-data.ts';
import type { MapData } from './types.ts';

const MAX_FEATURES = 50_000;

/** Gathers the features of a map; rows without a geometry are left out. */
export function createMapGatherer(
  element: MapElement,
  options: { compile(source: string | undefined): Evaluate; locale: string },
): Gatherer<MapData> {
  const { compile, locale } = options;
  const evaluate = {
    geometry: compile(element.geometry),
    label: compile(element.label),
    color: compile(element.colorBy),
    size: compile(element.sizeBy),
  };
  let features: MapData['features'] = [];
  return {
    add(context) {
      const geometry = evaluate.geometry(context);
      if (
        geometry === null ||
        typeof geometry !== 'object' ||
        !('type' in geometry) ||
        geometry.type !== 'geometry'
      )
        return;
      if (features.length >= MAX_FEATURES) {
        context.env.warn(`A map shows the first ${MAX_FEATURES} features only. Filter its rows.`);
        return;
      }
      const size = element.sizeBy === undefined ? null : evaluate.size(context);
      features.push({
        geometry: geometry.geojson,
        ...(element.label !== undefined && { label: formatValue(evaluate.label(context), context.env) }),
        ...(element.colorBy !== undefined && { color: evaluate.color(context) }),
        ...(isNumber(size) && { size: toNumber(size) }),
      });
    },
    data: () => ({
      features,
      ...(element.classes !== undefined && { classes: element.classes }),
      ...(element.extent !== undefined && { extent: element.extent }),
      basemap: element.basemap ?? true,
      legend: element.legend ?? true,
      scaleBar: element.scaleBar ?? true,
      northArrow: element.northArrow ?? false,
      locale,
    }),
    reset() {
      features = [];
    },
  };
}
