import type { Page } from 'playwright-core';

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

/** What the map of this name shows, by its own account. */
export async function stateOfMap(page: Page, label: string): Promise<MapState> {
  await allMapsIdle(page);
  return page.evaluate((name) => {
    interface TestedMap {
      getCanvas(): HTMLCanvasElement;
      getCenter(): { lng: number; lat: number };
      getZoom(): number;
      queryRenderedFeatures(): { source: string }[];
    }
    const maps = [...((window as unknown as { __cairnMaps?: Set<TestedMap> }).__cairnMaps ?? [])];
    const map = maps.find((each) => each.getCanvas().getAttribute('aria-label') === name);
    if (!map) throw new Error(`There is no map "${name}".`);
    const drawn: Record<string, number> = {};
    for (const { source } of map.queryRenderedFeatures()) drawn[source] = (drawn[source] ?? 0) + 1;
    const { lng, lat } = map.getCenter();
    return { center: [lng, lat], zoom: map.getZoom(), drawn };
  }, label);
}
