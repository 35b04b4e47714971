import 'maplibre-gl/dist/maplibre-gl.css';
import { Map as MapLibre, NavigationControl, ScaleControl, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { basemapStyle } from './basemap.ts';
import { transformRequest } from './requests.ts';
import type { MapViewState } from './types.ts';

// The worker is a file of the bundle: a page whose policy allows scripts from 'self' alone can start it.
setWorkerUrl(workerUrl);

declare global {
  interface Window {
    /** The map shown last, so that browser tests can ask what it draws. */
    __cairnMap?: MapLibre | undefined;
    /** All that are on the page; each is known by the label of its canvas. */
    __cairnMaps?: Set<MapLibre> | undefined;
  }
}

export interface EngineOptions {
  container: HTMLElement;
  dark: boolean;
  view?: MapViewState | undefined;
  /** Words of MapLibre's own controls, by its locale keys. */
  locale: Record<string, string>;
  /** Buttons to zoom and a scale. */
  controls: boolean;
}

/**
 * Starts a map with the platform's background.
 * @throws Error when the browser offers no WebGL 2.
 */
export function startMap({ container, dark, view, locale, controls }: EngineOptions): MapLibre {
  const map = new MapLibre({
    container,
    transformRequest,
    style: basemapStyle(new URL('shared/ui/basemap/', document.baseURI).href, dark),
    center: view?.center ?? [0, 20],
    zoom: view?.zoom ?? 0.5,
    maxZoom: 20,
    maxPitch: 0,
    dragRotate: false,
    pitchWithRotate: false,
    // The status bar below the map names the source.
    attributionControl: false,
    // On a touch screen one finger scrolls the page, two move the map.
    cooperativeGestures: window.matchMedia('(pointer: coarse)').matches,
    fadeDuration: prefersReducedMotion() ? 0 : 200,
    locale,
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  if (controls) {
    map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
    map.addControl(new ScaleControl({ maxWidth: 110, unit: 'metric' }), 'bottom-left');
  }
  window.__cairnMap = map;
  (window.__cairnMaps ??= new Set()).add(map);
  return map;
}

export function stopMap(map: MapLibre): void {
  if (window.__cairnMap === map) window.__cairnMap = undefined;
  window.__cairnMaps?.delete(map);
  map.remove();
}

export function prefersReducedMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** WebGL 2 is what MapLibre draws with; asking first gives a sentence instead of a stack trace. */
export function canDraw(): boolean {
  try {
    const context = document.createElement('canvas').getContext('webgl2');
    context?.getExtension('WEBGL_lose_context')?.loseContext();
    return context !== null;
  } catch {
    return false;
  }
}
