import type { MapData } from '../fill/types.ts';
import type { TextLayout } from '../text/text-layout.ts';
import { drawBasemap, drawPlaces, openBasemap, WATER } from './basemap.ts';
import { colorFeatures } from './classes.ts';
import type { Drawing, Frame } from './clip.ts';
import { mapExtent } from './extent.ts';
import { drawFeatures, labelPoint } from './features.ts';
import type { Box } from './furniture.ts';
import { drawAttribution, drawLegend, drawNorthArrow, drawScaleBar } from './furniture.ts';
import { fitProjection } from './projection.ts';
import { escapeXml, haloText } from './svg-text.ts';

export interface MapOptions {
  text: TextLayout;
  /** Folder of the basemap; without it the ground is white. */
  basemapFolder?: string;
}

/** Draws a map as SVG, one unit a point: ground, features, names, legend, scale bar, north arrow and attribution. */
export function renderMap(data: MapData, frame: Frame, { text, basemapFolder }: MapOptions): string {
  const projection = fitProjection(mapExtent(data), frame);
  const drawing: Drawing = { projection, frame };
  const layers = data.basemap && basemapFolder ? openBasemap(basemapFolder) : null;
  const coloring = colorFeatures(data);
  const furniture = [
    data.legend ? drawLegend(data, coloring.legend, { frame, text }) : null,
    data.scaleBar ? drawScaleBar(projection.metresPerPoint, frame, data.locale) : null,
    data.northArrow ? drawNorthArrow() : null,
    layers ? drawAttribution(frame) : null,
  ].filter((each) => each !== null);
  const claim = createClaims(furniture.map(({ box }) => box));
  const parts = [
    `<rect width="${frame.width}" height="${frame.height}" fill="${layers ? WATER : '#ffffff'}"/>`,
    layers ? drawBasemap(layers, drawing) : '',
    drawFeatures(data.features, coloring, drawing),
    drawLabels(data, drawing, { text, claim }),
    layers ? drawPlaces(layers, drawing, claim) : '',
    ...furniture.map(({ svg }) => svg),
    `<rect x="0.25" y="0.25" width="${frame.width - 0.5}" height="${frame.height - 0.5}" fill="none" stroke="#8a949d" stroke-width="0.5"/>`,
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${frame.width}" height="${frame.height}" viewBox="0 0 ${frame.width} ${frame.height}">${parts.join('')}</svg>`;
}

/** Names of the features, each where it covers no other. */
function drawLabels(
  data: MapData,
  drawing: Drawing,
  { text, claim }: { text: TextLayout; claim: (box: Box) => boolean },
): string {
  const format = text.format({ size: 7, bold: true });
  const { frame } = drawing;
  return data.features
    .map(({ geometry, label }) => {
      const at = label ? labelPoint(geometry, drawing) : null;
      if (!label || !at) return '';
      const isPoint = geometry.type === 'Point' || geometry.type === 'MultiPoint';
      const half = (text.lines(label, format, 1e6)[0]?.width ?? 0) / 2;
      const [x] = at;
      // Above a point, or below where the frame ends.
      const y = isPoint ? (at[1] < 14 ? at[1] + 9 : at[1] - 6) : at[1];
      const box: Box = [x - half - 1, y - 6, x + half + 1, y + 3];
      if (box[0] < 0 || box[1] < 0 || box[2] > frame.width || box[3] > frame.height || !claim(box)) return '';
      return haloText(escapeXml(label), {
        x,
        y: y + 2,
        size: 7,
        color: '#1f2933',
        anchor: 'middle',
        bold: true,
      });
    })
    .join('');
}

/** Gives room on the map to the first who asks for it. */
function createClaims(taken: Box[]): (box: Box) => boolean {
  return (box) => {
    const isFree = taken.every(
      (other) => box[2] < other[0] || box[0] > other[2] || box[3] < other[1] || box[1] > other[3],
    );
    if (isFree) taken.push(box);
    return isFree;
  };
}
