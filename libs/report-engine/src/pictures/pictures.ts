import { describeChart } from '../charts/describe-chart.ts';
import { renderChart } from '../charts/render-chart.ts';
import type { ChartData, FilledChart, FilledMap, MapData } from '../fill/types.ts';
import { describeMap } from '../maps/describe-map.ts';
import { renderMap } from '../maps/render-map.ts';
import { createFonts } from '../text/fonts.ts';
import { createTextLayout } from '../text/text-layout.ts';
import { drawSvg, rasterise } from './rasterise.ts';

interface Size {
  /** Points. */
  width: number;
  height: number;
}

export interface PictureOptions {
  /** Folder of the basemap's layers: `land.json`, `borders.json`, `lakes.json`, `rivers.json`, `places.json`. */
  basemapFolder?: string;
  fontsRoot?: string;
  /** BCP 47. */
  lang?: string;
  warn?(sentence: string): void;
}

/** Draws charts and maps for all formats: as SVG, as PNG without transparency (216 dots an inch), and in words. */
export interface Pictures {
  chartSvg(data: ChartData, size: Size): string;
  chartPng(data: ChartData, size: Size): Promise<Buffer>;
  chartText(data: ChartData): string;
  mapSvg(data: MapData, size: Size): string;
  mapPng(data: MapData, size: Size): Promise<Buffer>;
  mapText(data: MapData): string;
  /** The same at once, for writers that cannot wait; with an alpha channel, and so larger. */
  png(element: FilledChart | FilledMap): Uint8Array;
}

export function createPictures(options: PictureOptions = {}): Pictures {
  const { basemapFolder, fontsRoot, lang, warn = () => undefined } = options;
  const fonts = createFonts({ ...(fontsRoot && { fontsRoot }), ...(lang && { lang }) });
  const text = createTextLayout(fonts, warn);
  const drawn = new WeakMap<ChartData | MapData, Uint8Array>();
  const pictures: Pictures = {
    chartSvg: (data, size) => renderChart(data, size, text),
    chartPng: (data, size) => rasterise(pictures.chartSvg(data, size), size, fonts),
    chartText: describeChart,
    mapSvg: (data, size) => renderMap(data, size, { text, ...(basemapFolder && { basemapFolder }) }),
    mapPng: (data, size) => rasterise(pictures.mapSvg(data, size), size, fonts),
    mapText: describeMap,
    png(element) {
      let bytes = drawn.get(element.data);
      if (!bytes) {
        const svg =
          element.kind === 'chart'
            ? pictures.chartSvg(element.data, element)
            : pictures.mapSvg(element.data, element);
        bytes = drawSvg(svg, element, fonts).asPng();
        drawn.set(element.data, bytes);
      }
      return bytes;
    },
  };
  return pictures;
}
