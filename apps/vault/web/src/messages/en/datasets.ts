/** The list of datasets, and words for what a dataset holds. */
export const datasetsMessages = {
  kind: {
    vector: 'Vector',
    raster: 'Raster',
    points: 'Points',
    lines: 'Lines',
    areas: 'Areas',
    mixed: 'Mixed shapes',
    features_one: '{{number}} feature',
    features_other: '{{number}} features',
    inLayers_one: '{{features}} in {{count}} layer',
    inLayers_other: '{{features}} in {{count}} layers',
  },
  list: {
    title: 'Vault',
    lead: 'Spatial datasets, kept with all their versions. Open one to see it on the map or download it.',
    upload: 'Upload data',
    search: 'Search datasets',
    filterType: 'Type of data',
    all: 'All',
    dataset: 'Dataset',
    kind: 'Kind',
    features: 'Features',
    size: 'Size',
    owner: 'Owner',
    updated: 'Changed',
    emptyTitle: 'No datasets yet',
    emptyText:
      'Your maps begin here. Upload a GeoPackage, a zipped shapefile, a GeoJSON file or a GeoTIFF and it appears on a map at once.',
  },
};
