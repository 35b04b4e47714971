import type { Page } from 'playwright-core';
import sharp from 'sharp';

/** Waits until the map on the page has drawn all it has. */
export async function mapIdle(page: Page): Promise<void> {
  await page.waitForSelector('[data-map-state="idle"]');
}

/** Puts the map somewhere at once. */
export async function lookAt(page: Page, to: { center: [number, number]; zoom: number }): Promise<void> {
  await page.evaluate((view) => {
    (window as unknown as { __cairnMap: { jumpTo(to: object): void } }).__cairnMap.jumpTo(view);
  }, to);
  await mapIdle(page);
}

export interface DrawnMap {
  /** Features of the data that are on the screen. */
  features: number;
  /** Shapes of the background that are on the screen. */
  background: number;
  /** Pictures on the map. */
  pictures: number;
  zoom: number;
}

/** What the map says that it draws. */
export async function drawnOnMap(page: Page): Promise<DrawnMap> {
  await mapIdle(page);
  return page.evaluate(() => {
    interface Style {
      layers: { id: string; type: string }[];
    }
    interface TestedMap {
      getStyle(): Style;
      getZoom(): number;
      queryRenderedFeatures(options: { layers: string[] }): unknown[];
    }
    const map = (window as unknown as { __cairnMap: TestedMap }).__cairnMap;
    const layers = map.getStyle().layers;
    const data = layers.filter(({ id }) => id.startsWith('data:')).map(({ id }) => id);
    return {
      background: map.queryRenderedFeatures({ layers: ['basemap-land', 'basemap-borders'] }).length,
      features: data.length > 0 ? map.queryRenderedFeatures({ layers: data }).length : 0,
      pictures: layers.filter(({ type }) => type === 'raster').length,
      zoom: map.getZoom(),
    };
  });
}

/**
 * How much of the map looks different when the layer is switched off in its layer list, 0 to 1: what people
 * see of the data, whatever the map says of itself. The layer is on again afterwards.
 */
export async function visibleShare(page: Page, layerTitle: string): Promise<number> {
  const box = page.getByRole('checkbox', { name: layerTitle });
  const withData = await pixels(page);
  await box.uncheck();
  const without = await pixels(page);
  const differs = (i: number) => Math.abs((withData[i] ?? 0) - (without[i] ?? 0)) > 12;
  await box.check();
  await mapIdle(page);
  let different = 0;
  for (let i = 0; i < withData.length; i += 3) {
    if (differs(i) || differs(i + 1) || differs(i + 2)) different += 1;
  }
  return different / (withData.length / 3);
}

/** How many colours of the legend, but for the grey of features without a value, the map shows somewhere. */
export async function legendColorsDrawn(page: Page): Promise<number> {
  const legend = await legendColors(page);
  // Its own swatches must not count.
  await page.getByRole('button', { name: 'Hide layers' }).click();
  const shown = await pixels(page);
  await page.getByRole('button', { name: 'Show layers' }).click();
  return countDrawn(legend, shown);
}

/** The same for a map whose legend is below it. */
export async function legendColorsOnMap(page: Page): Promise<number> {
  return countDrawn(await legendColors(page), await pixels(page));
}

function legendColors(page: Page): Promise<number[][]> {
  // In one step: a swatch that React replaces between two has no colour any more.
  return page.evaluate(() => {
    const swatches = [...document.querySelectorAll('[data-cairn-map] li > span[aria-hidden]')];
    return swatches.map((swatch) => getComputedStyle(swatch).backgroundColor.match(/\d+/g)!.map(Number));
  });
}

function countDrawn(legend: number[][], shown: Buffer): number {
  const isGrey = ([r = 0, g = 0, b = 0]: number[]) => Math.max(r, g, b) - Math.min(r, g, b) < 32;
  const isDrawn = (color: number[]) => {
    for (let i = 0; i < shown.length; i += 3)
      if (color.every((value, band) => Math.abs(value - shown[i + band]!) < 6)) return true;
    return false;
  };
  return legend.filter((color) => !isGrey(color) && isDrawn(color)).length;
}

async function pixels(page: Page): Promise<Buffer> {
  await mapIdle(page);
  // The last frame may still be on its way to the screen.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const picture = await page.locator('[data-map-state]').screenshot();
  return sharp(picture).removeAlpha().raw().toBuffer();
}
