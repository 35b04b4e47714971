import type { LayerSpecification, Map as MapLibre, StyleSpecification } from 'maplibre-gl';

interface BasemapColors {
  water: string;
  land: string;
  lake: string;
  river: string;
  border: string;
  coast: string;
  text: string;
  halo: string;
}

// Quiet on purpose: the data carry the colour. Warm greys in the light theme, green-greys in the dark one.
const LIGHT: BasemapColors = {
  water: '#d5e3e8',
  land: '#f8f7f4',
  lake: '#d5e3e8',
  river: '#bdd3dc',
  border: '#c4bfb6',
  coast: '#b2c6cd',
  text: '#5c5953',
  halo: '#f8f7f4',
};

const DARK: BasemapColors = {
  water: '#111719',
  land: '#232827',
  lake: '#111719',
  river: '#182124',
  border: '#47504d',
  coast: '#384241',
  text: '#a3a7a4',
  halo: '#1b1f1e',
};

const SOURCES = ['land', 'lakes', 'rivers', 'borders', 'places'] as const;

/** Lines and areas are put below this one, so that names stay readable on top of them. */
export const LABEL_LAYER = 'basemap-places';

/** Pictures are put below this one: coasts and borders on top of them say where one is. */
export const COAST_LAYER = 'basemap-coast';

export const ATTRIBUTION_URL = 'https://www.naturalearthdata.com/';

export function isBasemapSource(sourceId: string | undefined): boolean {
  return sourceId?.startsWith('basemap-') ?? false;
}

/**
 * The style of the background that ships with the platform: Natural Earth shapes from `folder`
 * (absolute URL with a slash at its end), no tiles and no glyph files. Without a `glyphs` URL MapLibre
 * (5.11 and later) draws names with the fonts of the machine.
 */
export function basemapStyle(folder: string, dark: boolean): StyleSpecification {
  const sources = Object.fromEntries(
    SOURCES.map((name) => [`basemap-${name}`, { type: 'geojson' as const, data: `${folder}${name}.json` }]),
  );
  return { version: 8, sources, layers: basemapLayers(dark ? DARK : LIGHT) };
}

/** Repaints the background of a living map, which keeps its data layers and its view. */
export function paintBasemap(map: MapLibre, dark: boolean): void {
  for (const layer of basemapLayers(dark ? DARK : LIGHT)) {
    for (const [property, value] of Object.entries(layer.paint ?? {})) {
      map.setPaintProperty(layer.id, property as never, value as never);
    }
  }
}

function basemapLayers(c: BasemapColors): LayerSpecification[] {
  return [
    { id: 'basemap-water', type: 'background', paint: { 'background-color': c.water } },
    {
      id: 'basemap-land',
      type: 'fill',
      source: 'basemap-land',
      paint: { 'fill-color': c.land },
    },
    {
      id: 'basemap-rivers',
      type: 'line',
      source: 'basemap-rivers',
      minzoom: 2,
      paint: { 'line-color': c.river, 'line-width': ['interpolate', ['linear'], ['zoom'], 2, 0.4, 8, 1.6] },
    },
    { id: 'basemap-lakes', type: 'fill', source: 'basemap-lakes', paint: { 'fill-color': c.lake } },
    {
      id: COAST_LAYER,
      type: 'line',
      source: 'basemap-land',
      paint: {
        'line-color': c.coast,
        'line-width': ['interpolate', ['linear'], ['zoom'], 0, 0.5, 8, 1.2],
      },
    },
    {
      id: 'basemap-borders',
      type: 'line',
      source: 'basemap-borders',
      paint: { 'line-color': c.border, 'line-width': ['interpolate', ['linear'], ['zoom'], 0, 0.4, 8, 1.4] },
    },
    placesLayer(c),
  ];
}

function placesLayer(c: BasemapColors): LayerSpecification {
  return {
    id: LABEL_LAYER,
    type: 'symbol',
    source: 'basemap-places',
    minzoom: 2,
    // One more rank of places with each step closer: metropolises at first, towns from zoom 8 on.
    filter: ['<=', ['get', 'rank'], ['-', ['zoom'], 1]],
    layout: {
      'text-field': ['get', 'name'],
      'text-font': ['Inter Variable', 'sans-serif'],
      'text-size': ['interpolate', ['linear'], ['zoom'], 2, 11, 8, 14],
      // Beside the place, so that a point of the data at the same spot stays in sight.
      'text-variable-anchor': ['top', 'bottom', 'left', 'right'],
      'text-radial-offset': 0.6,
      'text-max-width': 8,
      'text-padding': 6,
      'symbol-sort-key': ['get', 'rank'],
    },
    paint: {
      'text-color': c.text,
      'text-halo-color': c.halo,
      'text-halo-width': 1.4,
    },
  };
}
