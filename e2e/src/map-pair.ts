import type { JSHandle, Page } from 'playwright-core';

export interface MapState {
  center: [number, number];
  zoom: number;
  /** Features on the screen by the name of their source. */
  drawn: Record<string, number>;
}

/** Waits until every map on the page has drawn all it has. */
export async function allMapsIdle(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const maps = [...document.querySelectorAll<HTMLElement>('[data-map-state]')];
    return maps.length > 0 && maps.every((map) => map.dataset.mapState === 'idle');
  });
}

interface TestedMap {
  getCanvas(): HTMLCanvasElement;
  getCenter(): { lng: number; lat: number };
  getZoom(): number;
  project(at: [number, number]): { x: number; y: number };
  queryRenderedFeatures(): { source: string }[];
}

/** What the map of this name shows, by its own account. */
export async function stateOfMap(page: Page, label: string): Promise<MapState> {
  const map = await mapOf(page, label);
  return map.evaluate((shown) => {
    const drawn: Record<string, number> = {};
    for (const { source } of shown.queryRenderedFeatures()) drawn[source] = (drawn[source] ?? 0) + 1;
    const { lng, lat } = shown.getCenter();
    return { center: [lng, lat], zoom: shown.getZoom(), drawn };
  });
}

/** The window position of a location, for the mouse. */
export async function pointOnMap(
  page: Page,
  label: string,
  at: [number, number],
): Promise<{ x: number; y: number }> {
  const map = await mapOf(page, label);
  return map.evaluate((shown, place) => {
    const corner = shown.getCanvas().getBoundingClientRect();
    const { x, y } = shown.project(place);
    return { x: corner.x + x, y: corner.y + y };
  }, at);
}

async function mapOf(page: Page, label: string): Promise<JSHandle<TestedMap>> {
  // Of two maps, one can be idle before the other is on the page.
  await page.locator(`[data-map-state] canvas[aria-label="${label}"]`).first().waitFor();
  await allMapsIdle(page);
  return page.evaluateHandle((name) => {
    const maps = [...((window as unknown as { __cairnMaps?: Set<TestedMap> }).__cairnMaps ?? [])];
    const map = maps.find((each) => each.getCanvas().getAttribute('aria-label') === name);
    if (!map) throw new Error(`There is no map "${name}".`);
    return map;
  }, label);
}
