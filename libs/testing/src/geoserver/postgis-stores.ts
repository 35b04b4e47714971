import pg from 'pg';
import { readBody, RestError, sendText } from './answer.ts';
import type { GeoServerExchange } from './answer.ts';
import type { FeatureType, Store, Workspace } from './catalog.ts';

export interface NewFeatureType extends Partial<FeatureType> {
  name: string;
}

interface Parameters {
  entry: { '@key': string; $: string }[];
}

interface SpatialTable {
  name: string;
  srid: number;
  /** Null for a table without geometries. */
  box: number[] | null;
}

export function readParameters(parameters: Parameters | undefined): Record<string, string> {
  return Object.fromEntries((parameters?.entry ?? []).map(({ '@key': key, $: value }) => [key, value]));
}

/** As the server shows it: it encrypts passwords. */
export function postgisBody({
  name,
  enabled,
  connection,
}: {
  name: string;
  enabled: boolean;
  connection: Record<string, string>;
}): Record<string, unknown> {
  const entry = Object.entries(connection).map(([key, value]) => ({
    '@key': key,
    $: key === 'passwd' ? 'crypt1:3b0YcPq2vQ==' : value,
  }));
  return { name, type: 'PostGIS', enabled, connectionParameters: { entry } };
}

export async function createPostgisStore(
  workspace: Workspace,
  { req, res }: GeoServerExchange,
  workspaceName: string,
): Promise<void> {
  const { dataStore } = JSON.parse(String(await readBody(req))) as {
    dataStore: { name: string; enabled?: boolean; connectionParameters: Parameters };
  };
  const { name, enabled = true } = dataStore;
  const connection = readParameters(dataStore.connectionParameters);
  if (connection.dbtype !== 'postgis') throw new RestError(500, 'Unable to find a data store factory');
  if (workspace.stores.has(name))
    throw new RestError(500, `Store '${name}' already exists in workspace '${workspaceName}'`);
  workspace.stores.set(name, { kind: 'datastore', name, enabled, file: '', connection, types: [] });
  res.writeHead(201, { 'content-type': 'text/plain' }).end(name);
}

export async function listAvailable({ connection = {}, types }: Store, { res }: GeoServerExchange) {
  const taken = types.map(({ nativeName }) => nativeName);
  const names = (await readSpatialTables(connection)).map(({ name }) => name);
  const string = names.filter((name) => !taken.includes(name));
  sendText(res, 200, JSON.stringify({ list: { string } }), 'application/json');
}

export async function createPostgisType(
  workspace: Workspace,
  store: Store,
  { name, nativeName = name, advertised = true, ...given }: NewFeatureType,
): Promise<void> {
  const tables = await readSpatialTables(store.connection ?? {});
  const table = tables.find((each) => each.name === nativeName);
  if (!table)
    throw new RestError(
      500,
      'Trying to create new feature type inside the store, but no attributes were specified',
    );
  const srs = given.srs ?? `EPSG:${table.srid}`;
  const [minx, miny, maxx, maxy] = table.box ?? [];
  const nativeBoundingBox = given.nativeBoundingBox ?? (table.box && { minx, maxx, miny, maxy, crs: srs });
  if (!nativeBoundingBox) throw new RestError(500, 'Failed to compute the bounding box of an empty table');
  const type = { ...given, name, nativeName, enabled: true, advertised, srs, nativeBoundingBox };
  store.types.push(type);
  workspace.layers.set(name, { store, type, style: 'generic' });
}

async function readSpatialTables(connection: Record<string, string>): Promise<SpatialTable[]> {
  const { host, port, database, user, passwd: password, schema = 'public' } = connection;
  const client = new pg.Client({ host, port: Number(port), database, user, password } as pg.ClientConfig);
  await client.connect();
  try {
    const { rows } = await client.query(
      'SELECT f_table_name AS name, f_geometry_column AS geom, srid FROM geometry_columns WHERE f_table_schema = $1 ORDER BY 1',
      [schema],
    );
    const tables: SpatialTable[] = [];
    for (const { name, geom, srid } of rows) {
      const [table, column] = [
        `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`,
        pg.escapeIdentifier(geom),
      ];
      const { rows: boxes } = await client.query(
        `SELECT ST_XMin(b), ST_YMin(b), ST_XMax(b), ST_YMax(b) FROM (SELECT ST_Extent(${column}) AS b FROM ${table}) x`,
      );
      const box = Object.values(boxes[0]) as (number | null)[];
      tables.push({ name, srid, box: box[0] === null ? null : (box as number[]) });
    }
    return tables;
  } finally {
    await client.end();
  }
}
