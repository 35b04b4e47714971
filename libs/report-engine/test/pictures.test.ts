import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import type { ChartData, MapData } from '../src/fill/types.ts';
import { fitProjection } from '../src/maps/projection.ts';
import { createPictures } from '../src/pictures/pictures.ts';
import type { ChartType } from '../src/template/types.ts';

const basemapFolder = fileURLToPath(new URL('../../ui/assets/basemap', import.meta.url));
const pictures = createPictures({ basemapFolder });
const size = { width: 300, height: 180 };

function chart(type: ChartType, more: Partial<ChartData> = {}): ChartData {
  const hasX = type === 'scatter' || type === 'timeSeries';
  const x = [0, 1, 2].map((day) => Date.UTC(2026, 0, 1 + day));
  const series = ['Süd', 'Восток'].map((name, at) => ({
    name,
    values: [3 + at, null, 7.5 + at],
    ...(hasX && { x }),
  }));
  return {
    chart: type,
    title: 'Flow',
    horizontal: false,
    legend: true,
    categories: hasX ? [] : ['<a>', 'b & c', 'd'],
    series,
    locale: 'de-DE',
    timeZone: 'UTC',
    ...more,
  };
}

function map(features: MapData['features'], more: Partial<MapData> = {}): MapData {
  return {
    features,
    basemap: true,
    legend: true,
    scaleBar: true,
    northArrow: true,
    locale: 'en-GB',
    ...more,
  };
}

const point = (x: number, y: number) => ({ type: 'Point' as const, coordinates: [x, y] });
const textsOf = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map((match) => match[1]);

describe('charts', () => {
  test.each(['bar', 'stackedBar', 'line', 'area', 'stackedArea', 'pie', 'scatter', 'timeSeries'] as const)(
    'a %s chart shows its title and the names in it',
    (type) => {
      const svg = pictures.chartSvg(chart(type), size);
      const texts = textsOf(svg);
      expect(texts).toContain('Flow');
      expect(texts.join(' ')).toContain('Восток');
      // resvg draws 12 pixels where a text has its size within `font`.
      expect(svg.match(/font-size:/g)).toHaveLength(texts.length);
    },
  );

  test('numbers follow the locale, and names are escaped', () => {
    const svg = pictures.chartSvg(chart('bar', { series: [{ name: 'x', values: [1500, 2500, 0] }] }), size);
    expect(textsOf(svg)).toEqual(expect.arrayContaining(['2.500', '&lt;a&gt;', 'b &amp; c']));
  });

  test('a chart without data says so', () => {
    expect(textsOf(pictures.chartSvg(chart('line', { series: [] }), size))).toEqual(['No data', 'Flow']);
    expect(pictures.chartText(chart('line', { series: [] }))).toBe('Line chart “Flow” without data.');
  });

  test('its text names size, largest and smallest value', () => {
    expect(pictures.chartText(chart('bar'))).toBe(
      'Bar chart “Flow”: 2 series, 3 categories from <a> to d. Largest value 8,5 (Восток, d), smallest 3 (Süd, <a>).',
    );
  });

  test('the picture has letters, three pixels a point and no transparency', async () => {
    const bytes = await pictures.chartPng(chart('pie', { title: 'M' }), size);
    const { width, height, channels } = await sharp(bytes).metadata();
    expect([width, height, channels]).toEqual([900, 540, 3]);
    const title = await sharp(bytes).extract({ left: 12, top: 6, width: 45, height: 40 }).stats();
    expect(title.channels[0]?.min).toBeLessThan(80);
  });
});

describe('maps', () => {
  test('numbers are classed, and the map has legend, scale, north and attribution', () => {
    const features = [1, 2, 3, 4, 5, 6].map((color) => ({ geometry: point(10 + color, 50), color }));
    const texts = textsOf(pictures.mapSvg(map(features, { classes: 3 }), size));
    expect(texts).toEqual(
      expect.arrayContaining(['1 – 3', '3 – 4', '4 – 6', '100 km', 'N', 'Made with Natural Earth']),
    );
  });

  test('texts are categories; a feature without one has its own class', () => {
    const features = [
      { geometry: point(1, 1), color: 'Forest' },
      { geometry: point(2, 2), color: 'Lake <1>' },
      { geometry: point(3, 3) },
    ];
    const texts = textsOf(pictures.mapSvg(map(features), size));
    expect(texts).toEqual(expect.arrayContaining(['Forest', 'Lake &lt;1&gt;', 'No value']));
  });

  test('features on both sides of the antimeridian are beside each other', () => {
    const svg = pictures.mapSvg(map([{ geometry: point(179, -17) }, { geometry: point(-179, -16) }]), size);
    const xs = [...svg.matchAll(/<circle cx="([\d.]+)"[^>]*r="3"/g)].map((match) => Number(match[1]));
    expect(xs).toHaveLength(2);
    expect(Math.abs((xs[0] ?? 0) - (xs[1] ?? 0))).toBeLessThan(size.width);
    expect(pictures.mapText(map([{ geometry: point(179, -17) }, { geometry: point(-179, -16) }]))).toContain(
      'longitudes 178.88° and 181.12°',
    );
  });

  test('a map without features shows the world', () => {
    expect(pictures.mapSvg(map([]), size)).toContain('Made with Natural Earth');
    expect(pictures.mapText(map([]))).toBe('Map without features.');
  });

  test('a degree of longitude at 60° north is half as long as at the equator', () => {
    const at = (latitude: number) =>
      fitProjection([0, latitude - 0.5, 1, latitude + 0.5], { width: 100, height: 100 });
    const metres = (latitude: number) => {
      const projection = at(latitude);
      const [x1] = projection.project(0, latitude);
      const [x2] = projection.project(1, latitude);
      return (x2 - x1) * projection.metresPerPoint;
    };
    expect(metres(0) / 111_195).toBeCloseTo(1, 3);
    expect(metres(60) / 111_195).toBeCloseTo(0.5, 2);
  });
});
