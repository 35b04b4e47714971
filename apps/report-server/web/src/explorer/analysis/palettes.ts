import { formatNumber, t } from '@cairn/ui';
import { categoricalColors, type PaletteEntry } from '@cairn/ui/map';
import type { Feature } from 'geojson';

/** Clusters that the legend names; the others have colours as well. */
const NAMED_CLUSTERS = 8;
/** The golden angle, by which the hues of neighbours are far apart. */
const HUE_STEP = 137.508;

/** From cold to hot (ColorBrewer RdBu), by the class of the significance. */
export function hotSpotPalette(): PaletteEntry[] {
  const entry = (value: string, label: string, light: string, dark: string) => ({
    value,
    label,
    light,
    dark,
  });
  return [
    entry('cold 99 %', t('analysis.legend.cold99'), '#2166ac', '#4393c3'),
    entry('cold 95 %', t('analysis.legend.cold95'), '#67a9cf', '#92c5de'),
    entry('cold 90 %', t('analysis.legend.cold90'), '#b8d8ea', '#d1e5f0'),
    entry('not significant', t('analysis.legend.none'), '#e3e3e3', '#4a545e'),
    entry('hot 90 %', t('analysis.legend.hot90'), '#fbc9ad', '#fddbc7'),
    entry('hot 95 %', t('analysis.legend.hot95'), '#ef8a62', '#f4a582'),
    entry('hot 99 %', t('analysis.legend.hot99'), '#b2182b', '#d6604d'),
  ];
}

/** How many features each cluster has, the largest first; null are those in no cluster. */
export function clusterSizes(features: Feature[]): [number | null, number][] {
  const sizes = new Map<number | null, number>();
  for (const { properties } of features) {
    const cluster = (properties?.cluster ?? null) as number | null;
    const size = Number(properties?.features ?? 1);
    sizes.set(cluster, (sizes.get(cluster) ?? 0) + size);
  }
  return [...sizes].toSorted(([, a], [, b]) => b - a);
}

/** A colour for each cluster; those in none are grey. */
export function clusterPalette(sizes: [number | null, number][]): PaletteEntry[] {
  // The first colour is that of the rows beneath, the last one a grey.
  const [light, dark] = [categoricalColors(false), categoricalColors(true)].map((each) => each.slice(1, -1));
  const clusters = sizes.filter(([cluster]) => cluster !== null);
  const entries = clusters.map(([cluster, size], at): PaletteEntry => {
    const hue = Math.round((at * HUE_STEP) % 360);
    return {
      value: String(cluster),
      label:
        at < NAMED_CLUSTERS
          ? t('analysis.legend.cluster', { cluster: String(cluster), size: formatNumber(size) })
          : null,
      light: light?.[at] ?? `hsl(${hue}, 60%, 42%)`,
      dark: dark?.[at] ?? `hsl(${hue}, 60%, 68%)`,
    };
  });
  const noise = sizes.find(([cluster]) => cluster === null)?.[1];
  if (noise === undefined) return entries;
  const label = t('analysis.legend.noise', { size: formatNumber(noise) });
  return [...entries, { value: '', label, light: '#9aa5b1', dark: '#6b7682' }];
}
