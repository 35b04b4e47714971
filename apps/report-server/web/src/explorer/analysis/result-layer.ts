import type { Feature, FeatureCollection } from 'geojson';
import { formatNumber, t } from '@cairn/ui';
import { boundsOf, type FeatureLayer } from '@cairn/ui/map';
import type { AnalysisResult } from '../../client.ts';
import type { AnalysisOnMap } from './analysis-context.tsx';
import { clusterPalette, clusterSizes, hotSpotPalette } from './palettes.ts';

const LAYER = 'analysis';
/** Sets results apart from rows of the table, which are picked by their key. */
const PREFIX = `${LAYER}:`;

type Coloring = Pick<FeatureLayer, 'colorBy' | 'palette' | 'legendTitle'>;

/** The property by which the results are ranked, if they are. */
export function measuredBy({ analysis }: AnalysisResult, { colorBy }: FeatureLayer): string | undefined {
  return analysis === 'hot_spots' ? 'gi_z' : colorBy === 'cluster' ? undefined : colorBy;
}

/** Properties by which results are coloured, the first that they have. */
const MEASURED = [
  ['density', 'density'],
  ['sum', 'sum'],
  ['count', 'count'],
  ['distance_m', 'distance'],
  ['matches', 'matches'],
  ['area_m2', 'area'],
  ['length_m', 'length'],
] as const;

export const resultId = (index: number): string => `${PREFIX}${index}`;

/** The result as a layer of the map, with colours that suit the analysis. */
export function toMap(result: AnalysisResult, title: string): Pick<AnalysisOnMap, 'layer' | 'focus'> {
  const features = (result.features.features as unknown as Feature[]).map((feature, at) => ({
    ...feature,
    id: resultId(at),
  }));
  const data: FeatureCollection = { type: 'FeatureCollection', features };
  const bounds = boundsOf(features);
  const coloring = coloringOf(result.analysis, features);
  return {
    layer: { id: LAYER, title, data, onTop: true, ...coloring, fill: coloring.colorBy ? 0.75 : 0.35 },
    focus: bounds && { bounds },
  };
}

function coloringOf(analysis: string, features: Feature[]): Coloring {
  if (analysis === 'hot_spots')
    return { colorBy: 'class', palette: hotSpotPalette(), legendTitle: t('analysis.legend.hotSpots') };
  if (analysis === 'dbscan' || analysis === 'kmeans') {
    const sizes = clusterSizes(features);
    const count = sizes.filter(([cluster]) => cluster !== null).length;
    const legendTitle = t('analysis.legend.clusters', { count, all: formatNumber(count) });
    return { colorBy: 'cluster', palette: clusterPalette(sizes), legendTitle };
  }
  const measured = MEASURED.find(([property]) =>
    features.some(({ properties }) => typeof properties?.[property] === 'number'),
  );
  return measured ? { colorBy: measured[0], legendTitle: t(`analysis.legend.${measured[1]}`) } : {};
}
