import type { BandInfo, RasterDrawing } from '@cairn/geo';

/** The renderer of a raster in a QGIS project, with the colours of the vault's previews. */
export function rasterRenderer({ kind, bands, ranges, ramp, palette }: RasterDrawing): string {
  const common = 'opacity="1" nodataColor=""';
  const [first = 1] = bands;
  if (kind === 'palette') {
    const entries = palette.map(
      ([red = 0, green = 0, blue = 0, alpha = 255], value) =>
        `<paletteEntry value="${value}" color="${hex([red, green, blue])}" alpha="${alpha}" label="${value}"/>`,
    );
    return `<rasterrenderer type="paletted" band="${first}" alphaBand="-1" ${common}><colorPalette>${entries.join('')}</colorPalette></rasterrenderer>`;
  }
  if (kind === 'ramp') {
    const [low, high] = ranges[0] ?? [0, 1];
    const items = ramp.map((colour, i) => {
      const value = low + ((high - low) * i) / (ramp.length - 1);
      return `<item value="${value}" color="${hex(colour)}" alpha="255" label="${label(value)}"/>`;
    });
    return `<rasterrenderer type="singlebandpseudocolor" band="${first}" alphaBand="-1" classificationMin="${low}" classificationMax="${high}" ${common}><rastershader><colorrampshader colorRampType="INTERPOLATED" classificationMode="1" clip="0" minimumValue="${low}" maximumValue="${high}">${items.join('')}</colorrampshader></rastershader></rasterrenderer>`;
  }
  const [red, green, blue, alpha = -1] = bands;
  const stretch =
    kind === 'stretch' ? ['red', 'green', 'blue'].map((name, i) => contrast(name, ranges[i])) : [];
  return `<rasterrenderer type="multibandcolor" redBand="${red}" greenBand="${green}" blueBand="${blue}" alphaBand="${alpha}" ${common}>${stretch.join('')}</rasterrenderer>`;
}

/** QGIS leaves out the pixels that the file marks as without data. */
export function rasterNoData(bands: BandInfo[]): string {
  const lists = bands.map(
    ({ band, nodata }) => `<noDataList bandNo="${band}" useSrcNoData="${nodata === undefined ? 0 : 1}"/>`,
  );
  return `<noData>${lists.join('')}</noData>`;
}

function contrast(name: string, [low, high]: [number, number] = [0, 255]): string {
  return `<${name}ContrastEnhancement><minValue>${low}</minValue><maxValue>${high}</maxValue><algorithm>StretchToMinimumMaximum</algorithm></${name}ContrastEnhancement>`;
}

function hex(colour: readonly number[]): string {
  return `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** Enough digits for a legend. */
function label(value: number): string {
  return Number(value.toPrecision(4)).toString();
}
