/** What QGIS draws a layer as. */
export type GeometryKind = 'Point' | 'Line' | 'Polygon';

const ALL: GeometryKind[] = ['Point', 'Line', 'Polygon'];

/** The kinds of geometry that a layer may contain, by its declared type, such as `MultiPolygon` or `Geometry`. */
export function geometryKinds(geometryType: string): GeometryKind[] {
  if (/point/i.test(geometryType)) return ['Point'];
  if (/line|curve(?!polygon)/i.test(geometryType) && !/curvepolygon/i.test(geometryType)) return ['Line'];
  if (/polygon|surface/i.test(geometryType)) return ['Polygon'];
  return ALL;
}

/** Set 2 of ColorBrewer (Apache 2.0), a colour for each layer. */
const COLOURS = ['102,194,165', '252,141,98', '141,160,203', '231,138,195', '166,216,84', '229,196,148'];
const OUTLINE = '51,51,51,255';

/** A single symbol for all features: filled areas with an outline, plain lines, circles. */
export function vectorRenderer(kind: GeometryKind, index: number): string {
  const colour = `${COLOURS[index % COLOURS.length]},255`;
  const [type, layer, properties] = SYMBOLS[kind](colour);
  const options = Object.entries(properties).map(
    ([name, value]) => `<Option name="${name}" type="QString" value="${value}"/>`,
  );
  return `<renderer-v2 type="singleSymbol" symbollevels="0" forceraster="0" enableorderby="0"><symbols><symbol type="${type}" name="0" alpha="1" clip_to_extent="1" force_rhr="0"><layer class="${layer}" enabled="1" locked="0" pass="0"><Option type="Map">${options.join('')}</Option></layer></symbol></symbols></renderer-v2>`;
}

const SYMBOLS: Record<
  GeometryKind,
  (colour: string) => [type: string, layer: string, properties: Record<string, string>]
> = {
  Point: (colour) => [
    'marker',
    'SimpleMarker',
    {
      ...{ name: 'circle', color: colour, size: '2.4', size_unit: 'MM' },
      ...{ outline_color: OUTLINE, outline_style: 'solid', outline_width: '0.2', outline_width_unit: 'MM' },
    },
  ],
  Line: (colour) => [
    'line',
    'SimpleLine',
    { line_color: colour, line_style: 'solid', line_width: '0.5', line_width_unit: 'MM' },
  ],
  Polygon: (colour) => [
    'fill',
    'SimpleFill',
    {
      ...{ color: colour, style: 'solid', outline_color: OUTLINE, outline_style: 'solid' },
      ...{ outline_width: '0.2', outline_width_unit: 'MM' },
    },
  ],
};
