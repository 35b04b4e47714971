import { startExplorer } from './explorer-app.ts';

export const PATH = '/api/v1/explorer/spatial-analysis';
/** Layers whose areas, distances and hot spots are known. */
const LAYERS = `
  CREATE SCHEMA lab;
  CREATE TABLE lab.squares (id integer PRIMARY KEY, name text, geom public.geometry(Polygon, 4326));
  INSERT INTO lab.squares VALUES
    (1, 'equator', public.ST_MakeEnvelope(0, 0, 1, 1, 4326)), (2, 'north', public.ST_MakeEnvelope(0, 60, 1, 61, 4326)),
    (3, 'bow tie', public.ST_GeomFromText('POLYGON((10 0, 11 1, 11 0, 10 1, 10 0))', 4326)),
    (4, 'none', NULL), (5, 'empty', public.ST_GeomFromText('POLYGON EMPTY', 4326));
  CREATE TABLE lab.web AS SELECT id, name, public.ST_Transform(geom, 3857)::public.geometry(Polygon, 3857) AS geom
    FROM lab.squares WHERE id = 1;
  CREATE TABLE lab.towns (id integer PRIMARY KEY, name text, geom public.geometry(Point, 4326));
  INSERT INTO lab.towns VALUES (1, 'Berlin', public.ST_Point(13.405, 52.52, 4326)), (2, 'Paris', public.ST_Point(2.3522, 48.8566, 4326)),
    (3, 'east', public.ST_Point(11.5, 60, 4326)), (4, 'north', public.ST_Point(10, 61, 4326)), (5, 'here', public.ST_Point(10, 60, 4326)),
    (6, 'Fiji', public.ST_Point(179.9, -17, 4326)), (7, 'Samoa', public.ST_Point(-179.9, -17, 4326));
  CREATE INDEX ON lab.towns USING gist (geom);
  -- One point in each cell of 5 by 5 squares of 100 m, 10 in the middle 3 by 3.
  CREATE TABLE lab.cells AS SELECT row_number() OVER () AS id, i, j,
      CASE WHEN i BETWEEN 1 AND 3 AND j BETWEEN 1 AND 3 THEN 10 ELSE 0 END AS value,
      public.ST_Point(500050 + i * 100, 5800050 + j * 100, 32633)::public.geometry(Point, 32633) AS geom
    FROM generate_series(0, 4) AS i, generate_series(0, 4) AS j;
  CREATE TABLE lab.unknown (id integer PRIMARY KEY, geom public.geometry(Point));
  INSERT INTO lab.unknown VALUES (1, public.ST_MakePoint(1, 2));
  CREATE TABLE lab.beyond (id integer PRIMARY KEY, geom public.geometry(Point, 4326));
  INSERT INTO lab.beyond VALUES (1, public.ST_Point(1, 2, 4326)), (77, public.ST_Point(200, 10, 4326));
  CREATE TABLE lab.web_north AS SELECT id, public.ST_Transform(geom, 3857)::public.geometry(Polygon, 3857) AS geom
    FROM lab.squares WHERE id = 2;
  CREATE TABLE lab.shapes (id integer PRIMARY KEY, name text, geom public.geometry(Polygon, 4326));
  INSERT INTO lab.shapes VALUES (1, 'reversed', public.ST_Reverse(public.ST_MakeEnvelope(0, 0, 1, 1, 4326))),
    (2, 'neighbour', public.ST_MakeEnvelope(1, 0, 2, 1, 4326)), (3, 'overlap', public.ST_MakeEnvelope(0.5, 0, 1.5, 1, 4326)),
    (4, 'U', public.ST_GeomFromText('POLYGON((20 0, 23 0, 23 3, 22 3, 22 1, 21 1, 21 3, 20 3, 20 0))', 4326));
  CREATE TABLE lab.pair AS SELECT 1 AS id, public.ST_GeomFromText('MULTIPOINT((179 0), (-179 0))', 4326)::public.geometry(MultiPoint, 4326) AS geom;
  CREATE TABLE lab.wide AS SELECT 1 AS id, public.ST_GeomFromText('LINESTRING(0 50, 20 50)', 4326)::public.geometry(LineString, 4326) AS geom;
  CREATE TABLE lab.border AS SELECT 1 AS id, public.ST_Point(1, 0.25, 4326)::public.geometry(Point, 4326) AS geom;
  CREATE TABLE lab.few AS SELECT 1 AS id, public.ST_Point(500000, 5800000, 32633)::public.geometry(Point, 32633) AS geom;`;

export const lab = (table: string, more: object = {}) => ({
  datasource: 'sample',
  schema: 'lab',
  table,
  ...more,
});
export const one = (id: number) => ({ column: 'id', op: 'eq', value: id });

/** The report server with the layers above. */
export async function startAnalysis() {
  const app = await startExplorer();
  const { source, sample } = app;
  await source.query(LAYERS);
  await source.query(`GRANT USAGE ON SCHEMA lab TO ${sample.readerUser}`);
  await source.query(`GRANT SELECT ON ALL TABLES IN SCHEMA lab TO ${sample.readerUser}`);
  const analyse = (json: object) => app.ask<any>(app.ada, { path: PATH, method: 'POST', json });
  async function featuresOf(json: object): Promise<{ geometry: any; properties: any; id: string }[]> {
    const { status, body } = await analyse(json);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body.features.features;
  }
  /** The first values of the rows of a statement of a superuser. */
  const raw = async (text: string, values: unknown[] = []): Promise<any[][]> =>
    (await source.query({ text, values, rowMode: 'array' } as any)).rows as any[][];
  return {
    ...app,
    ...{ analyse, featuresOf, raw },
    value: async (text: string, values?: unknown[]) => (await raw(text, values))[0]![0],
    propsOf: async (json: object) => (await featuresOf(json)).map(({ properties }) => properties),
  };
}

export type AnalysisApp = Awaited<ReturnType<typeof startAnalysis>>;
