/** Coordinate systems: files without one, and choosing one. */
export const crsMessages = {
  crs: {
    assumed: 'No coordinate system; assumed WGS 84 from the coordinates.',
    unplaced: 'No coordinate system; the map cannot place it.',
    doesNotFit:
      'Cannot be shown on the map: the coordinates do not fit {{crs}}, or this system is not supported.',
    set: 'Set CRS',
    title: 'Set the coordinate system (CRS)',
    what: 'Creates version {{next}} with this coordinate system. The coordinates do not change.',
    layers: 'Layers',
    layerWithout: '{{layer}} (no coordinate system)',
    layerWith: '{{layer}} ({{crs}})',
    search: 'Search by EPSG code, name or area',
    searchHint: 'For example 25832, UTM 32N or Lambert France',
    suggestions: {
      assign: 'Systems that fit the coordinates',
      reproject: 'Systems used in this area',
    },
    noSuggestions: {
      assign: 'No common system fits the coordinates. Search for one.',
      reproject: 'No common system covers this area. Search for one.',
    },
    found: 'Results',
    nothing: 'No matching coordinate system',
    used_one: 'used by {{number}} dataset',
    used_other: 'used by {{number}} datasets',
    preview: 'Location preview',
    choose: 'Select a system to preview the location.',
    outside: 'The data would be outside the area of this system ({{area}}). Check the location on the map.',
    empty: 'The layer has no features to show.',
    working: 'Creating version {{version}}',
    done: 'Created version {{version}} in {{crs}}.',
    failed: 'The version was not created: {{reason}}',
    geoJson: 'GeoJSON is always in WGS 84.',
  },
};
