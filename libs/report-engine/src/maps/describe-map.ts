import type { MapData } from '../fill/types.ts';
import { colorFeatures } from './classes.ts';
import { mapExtent } from './extent.ts';

/** What a map shows, in words: how many features, where, and in which classes. */
export function describeMap(data: MapData): string {
  const { features } = data;
  if (features.length === 0) return 'Map without features.';
  const numbers = new Intl.NumberFormat(data.locale, { maximumFractionDigits: 2 });
  const [west, south, east, north] = mapExtent(data).map((degrees) => `${numbers.format(degrees)}°`);
  const counts = features.length === 1 ? '1 feature' : `${numbers.format(features.length)} features`;
  const labels = colorFeatures(data).legend.map(({ label }) => label);
  const classes = labels.length > 0 ? ` Coloured by value: ${labels.join('; ')}.` : '';
  return `Map of ${counts} between longitudes ${west} and ${east} and latitudes ${south} and ${north}.${classes}`;
}
