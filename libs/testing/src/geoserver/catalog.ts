import { DatabaseSync } from 'node:sqlite';

export interface FeatureType {
  name: string;
  nativeName: string;
  enabled: boolean;
  /** Whether capabilities list it. */
  advertised: boolean;
  /** Read from the data when the type is created, and kept when the data change. */
  srs: string;
  nativeBoundingBox: Record<string, unknown>;
}

export interface Store {
  kind: 'datastore' | 'coveragestore';
  name: string;
  enabled: boolean;
  /** Empty for a store of PostGIS. */
  file: string;
  /** Connection parameters of a store of PostGIS. */
  connection?: Record<string, string>;
  types: FeatureType[];
}

export interface Style {
  mediaType: string;
  body: Buffer;
}

export interface Workspace {
  stores: Map<string, Store>;
  styles: Map<string, Style>;
  /** Default style by layer. */
  layers: Map<string, { store: Store; type: FeatureType; style: string }>;
}

export interface Catalog {
  workspaces: Map<string, Workspace>;
  styles: Map<string, Style>;
}

export const SLD_10 = 'application/vnd.ogc.sld+xml';
export const SLD_11 = 'application/vnd.ogc.se+xml';

/** As after a new installation without sample data: the styles that layers get by default. */
export function createCatalog(): Catalog {
  const styles = ['point', 'line', 'polygon', 'raster', 'generic'].map((name): [string, Style] => [
    name,
    {
      mediaType: SLD_10,
      body: Buffer.from(
        `<StyledLayerDescriptor version="1.0.0" xmlns="http://www.opengis.net/sld"><NamedLayer><Name>${name}</Name></NamedLayer></StyledLayerDescriptor>`,
      ),
    },
  ]);
  return { workspaces: new Map(), styles: new Map(styles) };
}

export function createWorkspace(): Workspace {
  return { stores: new Map(), styles: new Map(), layers: new Map() };
}

/** Adds a layer to a workspace, as `CatalogBuilder.buildLayer` does, with the default style of its geometry. */
export function addLayer(
  workspace: Workspace,
  store: Store,
  given: Pick<FeatureType, 'name' | 'nativeName'> & { advertised?: boolean },
): void {
  const table =
    store.kind === 'datastore' ? readTables(store.file).find(({ name }) => name === given.nativeName) : null;
  const [minx, miny, maxx, maxy] = table?.extent ?? [0, 0, 1, 1];
  const srs = `EPSG:${table?.srid ?? 4326}`;
  const type = {
    enabled: true,
    advertised: true,
    srs,
    nativeBoundingBox: { minx, maxx, miny, maxy, crs: srs },
    ...given,
  };
  store.types.push(type);
  const style = store.kind === 'coveragestore' ? 'raster' : styleOf(store.file, type.nativeName);
  workspace.layers.set(type.name, { store, type, style });
}

export function removeStore(workspace: Workspace, store: Store): void {
  for (const { name } of store.types) workspace.layers.delete(name);
  workspace.stores.delete(store.name);
}

export interface Table {
  name: string;
  srid: number;
  count: number;
  extent: [number, number, number, number];
}

/** The layers of a GeoPackage in their order. */
export function readTables(file: string): Table[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const rows = database
      .prepare(
        `SELECT table_name AS name, srs_id AS srid, min_x, min_y, max_x, max_y FROM gpkg_contents
          WHERE data_type = 'features' ORDER BY rowid`,
      )
      .all();
    return rows.map((row) => {
      const name = String(row.name);
      const counted = database.prepare(`SELECT count(*) AS n FROM "${name.replaceAll('"', '""')}"`).get();
      return {
        name,
        srid: Number(row.srid),
        count: Number(counted?.n),
        extent: [row.min_x, row.min_y, row.max_x, row.max_y].map(Number) as Table['extent'],
      };
    });
  } finally {
    database.close();
  }
}

function styleOf(file: string, table: string): string {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const row = database
      .prepare('SELECT geometry_type_name AS type FROM gpkg_geometry_columns WHERE table_name = ?')
      .get(table);
    const type = String(row?.type ?? '').toLowerCase();
    return ['point', 'line', 'polygon'].find((style) => type.includes(style)) ?? 'generic';
  } finally {
    database.close();
  }
}
