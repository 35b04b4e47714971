/** Sample data for newcomers: real data with enough metadata that every page has something to show. */

export const editors = 'Cartography';
export const readers = 'Field survey';

export const groups = [
  {
    name: editors,
    description: 'Draws the maps. Can edit the shared datasets and their metadata.',
  },
  {
    name: readers,
    description: 'Works outdoors. Can view the datasets that are shared with it.',
  },
];

/** The user without administrator rights. */
export const sampleUsername = 'mara';
export const user = { username: sampleUsername, email: 'mara@example.org', groups: [editors] };

export const folders = [
  {
    name: 'Reference maps',
    description: 'The world at small scales: borders, places, rivers. Maintained by Cartography.',
  },
  { name: 'Terrain', description: 'Heights above sea level and above the ellipsoid, as grids.' },
];

interface SampleDataset {
  file: string;
  name: string;
  folder: string;
  metadata: {
    title: string;
    description: string;
    tags: string[];
    keywords: string[];
    attribution: string;
    citation: string;
    notes?: string;
  };
  visibility: 'public' | 'restricted';
  /** Groups beside the public: what each may do. */
  access: { group: string; permission: 'view' | 'edit' }[];
}

const naturalEarth = {
  attribution: 'Made with Natural Earth',
  citation: 'Natural Earth, naturalearthdata.com (public domain).',
};

export const datasets: SampleDataset[] = [
  {
    file: 'countries.gpkg',
    name: 'countries',
    folder: 'Reference maps',
    metadata: {
      title: 'Countries of the world',
      description:
        'Borders of 241 countries and territories at 1:50 million, with names, ISO codes, continent, population and gross domestic product.',
      tags: ['boundaries', 'world', 'reference'],
      keywords: ['countries', 'borders', 'population', 'GDP'],
      ...naturalEarth,
      notes: 'The source gives no year for its figures. Six territories have no ISO code.',
    },
    visibility: 'public',
    access: [{ group: editors, permission: 'edit' }],
  },
  {
    file: 'populated-places.geojson',
    name: 'populated-places',
    folder: 'Reference maps',
    metadata: {
      title: 'Cities and capitals',
      description: '243 of the largest cities and all capitals as points, with country and population.',
      tags: ['places', 'world', 'reference'],
      keywords: ['cities', 'capitals', 'population'],
      ...naturalEarth,
    },
    visibility: 'public',
    access: [{ group: editors, permission: 'edit' }],
  },
  {
    file: 'states.zip',
    name: 'states',
    folder: 'Reference maps',
    metadata: {
      title: 'States and provinces',
      description:
        'One hundred states and provinces of Australia, Brazil, Canada and the United States as a zipped shapefile in the Robinson projection.',
      tags: ['boundaries', 'administrative'],
      keywords: ['states', 'provinces', 'Robinson'],
      ...naturalEarth,
    },
    visibility: 'restricted',
    access: [{ group: editors, permission: 'edit' }],
  },
  {
    file: 'rivers.zip',
    name: 'rivers',
    folder: 'Reference maps',
    metadata: {
      title: 'Rivers and lake centre lines',
      description: '461 river lines at 1:50 million with their length, in Web Mercator.',
      tags: ['water', 'world', 'reference'],
      keywords: ['rivers', 'hydrography'],
      ...naturalEarth,
    },
    visibility: 'public',
    access: [{ group: readers, permission: 'view' }],
  },
  {
    file: 'elevation.tif',
    name: 'jacksboro-elevation',
    folder: 'Terrain',
    metadata: {
      title: 'Elevation around Jacksboro, Tennessee',
      description:
        'Height above sea level in metres on a grid of 80 m, from the Cumberland Plateau across the Jacksboro fault.',
      tags: ['terrain', 'elevation'],
      keywords: ['DEM', 'SRTM', 'Tennessee'],
      attribution: 'NASA/USGS, from the Matplotlib sample data',
      citation: 'Jacksboro fault DEM, Matplotlib sample data.',
    },
    visibility: 'restricted',
    access: [
      { group: editors, permission: 'edit' },
      { group: readers, permission: 'view' },
    ],
  },
  {
    file: 'geoid.tif',
    name: 'egm96-geoid',
    folder: 'Terrain',
    metadata: {
      title: 'Geoid height (EGM96)',
      description:
        'Mean sea level above or below the WGS 84 ellipsoid, in metres, every quarter of a degree.',
      tags: ['terrain', 'geodesy', 'world'],
      keywords: ['geoid', 'EGM96', 'WGS 84'],
      attribution: 'NASA and NGA',
      citation: 'EGM96, the NASA GSFC and NIMA joint geopotential model (public domain).',
    },
    visibility: 'restricted',
    access: [
      { group: editors, permission: 'view' },
      { group: readers, permission: 'view' },
    ],
  },
];

/** Who may use the sample reports, which are below tools/sample-data/reports. */
export const reports: ({ key: string } & Pick<SampleDataset, 'visibility' | 'access'>)[] = [
  { key: 'cities-by-country', visibility: 'public', access: [{ group: editors, permission: 'edit' }] },
  {
    key: 'country-sheet',
    visibility: 'restricted',
    access: [
      { group: editors, permission: 'edit' },
      { group: readers, permission: 'view' },
    ],
  },
  { key: 'economy-by-continent', visibility: 'restricted', access: [{ group: editors, permission: 'edit' }] },
];

interface SampleCard {
  title: string;
  description: string;
  card_type: 'map' | 'dataset' | 'external' | 'admin';
  url: string;
  category: string;
  is_public: boolean;
  /** The dataset whose thumbnail the card shows. */
  picture?: string;
}

export const cards: SampleCard[] = [
  {
    title: 'Countries of the world',
    description: 'Borders, population and economy of 241 countries on one map.',
    card_type: 'map',
    url: '/vault/datasets/countries',
    category: 'Reference maps',
    is_public: true,
    picture: 'countries',
  },
  {
    title: 'Cities and capitals',
    description: 'Where most people live, and the seats of government.',
    card_type: 'map',
    url: '/vault/datasets/populated-places',
    category: 'Reference maps',
    is_public: true,
    picture: 'populated-places',
  },
  {
    title: 'Rivers',
    description: 'The great rivers of all continents.',
    card_type: 'dataset',
    url: '/vault/datasets/rivers',
    category: 'Reference maps',
    is_public: true,
    picture: 'rivers',
  },
  {
    title: 'Elevation around Jacksboro',
    description: 'A fault line through the Appalachians, 80 metres a cell.',
    card_type: 'dataset',
    url: '/vault/datasets/jacksboro-elevation',
    category: 'Terrain',
    is_public: false,
    picture: 'jacksboro-elevation',
  },
  {
    title: 'The shape of the sea',
    description: 'Where the geoid rises and falls: 85 m above the ellipsoid to 107 m below.',
    card_type: 'map',
    url: '/vault/datasets/egm96-geoid',
    category: 'Terrain',
    is_public: false,
    picture: 'egm96-geoid',
  },
  {
    title: 'All datasets',
    description: 'Search everything that is shared with you.',
    card_type: 'external',
    url: '/catalog',
    category: 'Start here',
    is_public: true,
  },
  {
    title: 'Natural Earth',
    description: 'The source of most of the sample data.',
    card_type: 'external',
    url: 'https://www.naturalearthdata.com/',
    category: 'Start here',
    is_public: true,
  },
  {
    title: 'People and access',
    description: 'Users, groups and permissions.',
    card_type: 'admin',
    url: '/administration',
    category: 'Start here',
    is_public: false,
  },
];
