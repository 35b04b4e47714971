/** Texts of the map, in the message catalog under `map`. */
export const mapMessages = {
  loading: 'Loading the map',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  scrollHint: 'Hold Ctrl and scroll to zoom the map',
  scrollHintMac: 'Hold ⌘ and scroll to zoom the map',
  touchHint: 'Use two fingers to move the map',
  fit: 'Fit to data',
  layers: 'Layers',
  showLayers: 'Show layers',
  hideLayers: 'Hide layers',
  opacity: 'Opacity of {{title}}',
  other: 'Other or no value',
  legendRange: 'From {{minimum}} to {{maximum}}',
  attributes: 'Attributes',
  noAttributes: 'This feature has no attributes.',
  closePanel: 'Close',
  itemsHere_one: '{{count}} dataset here',
  itemsHere_other: '{{count}} datasets here',
  pointer: 'Longitude and latitude under the pointer',
  centre: 'Longitude and latitude at the centre of the map',
  credit: 'Basemap: Natural Earth',
  keyboardHint:
    'Arrow keys move the map, plus and minus zoom, Enter picks what is under the cross in the middle, Escape lets go of it.',
  noBasemap: 'The background map could not be loaded; your data are drawn without it.',
  noTiles: 'A part of the data could not be loaded. Move the map to try again.',
  noPicture: 'The picture of {{title}} could not be loaded. Reload the page to try again.',
  noWebgl:
    'This browser cannot draw maps, because WebGL 2 is off or not supported. Turn on hardware acceleration in its settings or use another browser; everything beside the map works.',
  lost: 'The graphics card stopped drawing the map. It returns by itself; if it does not, reload the page.',
  failed:
    'The map could not be loaded. Check your connection and reload the page; everything beside the map works.',
} as const;
