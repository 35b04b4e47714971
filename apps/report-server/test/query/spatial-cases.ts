/** Filters of `places`, and the ids of the rows that they select. */
export const SPATIAL_FILTERS: [title: string, filter: object, ids: number[]][] = [
  ['a box', { geometry: 'geom', op: 'bbox', value: [10, 50, 15, 55] }, [1]],
  ['a box over the antimeridian', { geometry: 'geom', op: 'bbox', value: [170, -20, -170, -10] }, [3, 4]],
  [
    'within a polygon',
    {
      geometry: 'geom',
      op: 'within',
      value: {
        type: 'Polygon',
        coordinates: [
          [
            [0, 45],
            [5, 45],
            [5, 50],
            [0, 50],
            [0, 45],
          ],
        ],
      },
    },
    [2],
  ],
  [
    '880 km from Paris is Berlin',
    {
      geometry: 'geom',
      op: 'distance_lte',
      value: { type: 'Point', coordinates: [2.3522, 48.8566] },
      meters: 879_700,
    },
    [1, 2],
  ],
  [
    '879 km are not',
    {
      geometry: 'geom',
      op: 'distance_lte',
      value: { type: 'Point', coordinates: [2.3522, 48.8566] },
      meters: 879_299,
    },
    [2],
  ],
  [
    '100 km over the antimeridian',
    {
      geometry: 'geom',
      op: 'distance_lte',
      value: { type: 'Point', coordinates: [179.95, -17] },
      meters: 100_000,
    },
    [3, 4],
  ],
];

/** Filters of `places` that are refused, and a part of the sentence. */
export const REFUSED_SPATIAL_FILTERS: [title: string, filter: object, message: string][] = [
  [
    'a point at longitude 200',
    { geometry: 'geom', op: 'intersects', value: { type: 'Point', coordinates: [200, 10] } },
    'filter.value: ',
  ],
  [
    'a ring of 2 positions',
    {
      geometry: 'geom',
      op: 'within',
      value: {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [1, 1],
          ],
        ],
      },
    },
    'filter.value: ',
  ],
  [
    'a box outside the world',
    { geometry: 'geom', op: 'bbox', value: [0, 0, 10, 95] },
    'filter.value: is outside the world',
  ],
  [
    'no metres',
    { geometry: 'geom', op: 'distance_lte', value: { type: 'Point', coordinates: [0, 0] } },
    'filter.meters: ',
  ],
  [
    'a column without geometry',
    { geometry: 'name', op: 'bbox', value: [0, 0, 1, 1] },
    'filter.geometry: the column "name" holds no geometry.',
  ],
];
