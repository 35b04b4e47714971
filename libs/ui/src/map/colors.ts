/** ColorBrewer Dark2 and Set2 (Cynthia Brewer, Apache-2.0): tell layers and categories apart. */
const DARK2 = ['#1b9e77', '#d95f02', '#7570b3', '#e7298a', '#66a61e', '#a6761d', '#e6ab02', '#666666'];
const SET2 = ['#66c2a5', '#fc8d62', '#8da0cb', '#e78ac3', '#a6d854', '#e5c494', '#ffd92f', '#b3b3b3'];

/** Seven stops of viridis (Smith and van der Walt, CC0), which reads in grey and for the colour-blind. */
const VIRIDIS = ['#440154', '#443983', '#31688e', '#21918c', '#35b779', '#90d743', '#fde725'];

export const SELECTION = { light: '#c2255c', dark: '#ffd43b' };

/** Dark2 stands out on a light map, its pastel twin on a dark one. */
export function categoricalColors(dark: boolean): string[] {
  return dark ? SET2 : DARK2;
}

export function layerColor(index: number, dark: boolean): string {
  const colors = categoricalColors(dark);
  return colors[index % colors.length] as string;
}

/**
 * `count` colours (1 to 6) evenly spread along viridis, least value first, without the end that would
 * sink into the background: the darkest violet at night, the lightest yellow by day.
 */
export function sequentialColors(count: number, dark: boolean): string[] {
  const stops = dark ? VIRIDIS.slice(1) : VIRIDIS.slice(0, -1);
  if (count <= 1) return [stops[2] as string];
  return Array.from(
    { length: count },
    (_, i) => stops[Math.round((i * (stops.length - 1)) / (count - 1))] as string,
  );
}
