import pg from 'pg';
import { createTestDatabase } from '@cairn/testing';
import type { TestDatabase } from '@cairn/testing';
import { act } from './field-sync-process.ts';
import type { Measure } from './measurement.ts';
import { startServiceProcess } from './service-process.ts';
import type { ServiceProcess } from './service-process.ts';
import { inFolder, median } from './vault-process.ts';

const ROWS = 1_000_000;
const OFFSET = 900_000;
const CLUSTERED = 200_000;
const ROUNDS = 15;
const CLUSTER_ROUNDS = 5;
const GOAL = 1.2;
const LOGIN = { user: 'bench_reader', password: 'of the bench alone' };

interface Ratios {
  /** Medians in milliseconds. */
  ours: number;
  theirs: number;
  rounds: number;
}

/** Rows far into a table and clusters over HTTP, in turns with the same by bare SQL. */
async function benchLayers(): Promise<{ page: Ratios; centroids: Ratios; points: Ratios }> {
  return inFolder(async (folder) => {
    const database = await createTestDatabase();
    const client = new pg.Client({ connectionString: database.adminUrl });
    await client.connect();
    const service = await startServiceProcess({ name: 'field-sync', folder });
    try {
      await createTables(client, database.name);
      const { projectId, linkId } = await addProject(service, database);
      const page = (offset: number) => loadRows(service, projectId, offset);
      const bare = async (offset: number) => {
        const { rows } = await client.query(
          `SELECT id, name, number FROM points ORDER BY id LIMIT 50 OFFSET ${offset}`,
        );
        await client.query('SELECT count(*) FROM points');
        return rows as { id: number }[];
      };
      const [sent, stored] = [await page(OFFSET), await bare(OFFSET)];
      const ids = (all: { id: number }[]) => JSON.stringify(all.map(({ id }) => id));
      if (ids(sent.data) !== ids(stored) || sent.recordsTotal !== ROWS) throw new Error('the pages differ');
      const cluster = (type: string) => () => makeClusters(service, linkId, type);
      await checkPoints(await cluster('points')(), client);
      return {
        page: await compare(
          ROUNDS,
          (round) => page(OFFSET + round * 1_000),
          (round) => bare(OFFSET + round * 1_000),
        ),
        centroids: await compare(CLUSTER_ROUNDS, cluster('centroids'), () => client.query(centroidSql)),
        points: await compare(CLUSTER_ROUNDS, cluster('points'), () => client.query(pointSql)),
      };
    } finally {
      await service.stop();
      await client.query(`DROP OWNED BY ${LOGIN.user}; DROP ROLE ${LOGIN.user}`).catch(() => undefined);
      await client.end();
      await database.drop();
    }
  });
}

/** The statements that answer the same, as somebody writes them by hand. */
const clusteredSql = `WITH p AS (SELECT id, geom AS g, ST_ClusterDBSCAN(geom, eps => 20, minpoints => 5) OVER () AS c
  FROM (SELECT id, geom FROM clustered WHERE geom IS NOT NULL AND NOT ST_IsEmpty(geom) LIMIT 500000) q)`;
const centroidSql = `${clusteredSql} SELECT c, count(*), ST_AsGeoJSON(ST_Transform(ST_Centroid(ST_Collect(g)), 4326)) FROM p
  WHERE c IS NOT NULL GROUP BY c`;
/** It makes the bytes that the service sends for a feature. */
const pointSql = `${clusteredSql} SELECT '{"type":"Feature","id":' || id || ',"geometry":' || ST_AsGeoJSON(ST_Transform(g, 4326), 7, 0)
  || ',"properties":{"cluster_id":' || coalesce(c::text, 'null') || '}}' AS feature FROM p`;

async function createTables(client: pg.Client, database: string): Promise<void> {
  await client.query(`CREATE TABLE points (id serial PRIMARY KEY, name text, number double precision, geom geometry(Point, 4326));
    INSERT INTO points (name, number, geom) SELECT md5(n::text), n / 7.0, ST_SetSRID(ST_Point(n % 360 - 180, n % 170 - 85), 4326)
      FROM generate_series(1, ${ROWS}) n;
    CREATE TABLE clustered (id serial PRIMARY KEY, geom geometry(Point, 2056));
    INSERT INTO clustered (geom) SELECT ST_SetSRID(ST_Point(2600000 + (n::bigint * 7919) % 20011, 1200000 + (n::bigint * 104729) % 19997), 2056)
      FROM generate_series(1, ${CLUSTERED}) n;
    CREATE ROLE ${LOGIN.user} LOGIN PASSWORD '${LOGIN.password}'; GRANT SELECT ON points, clustered TO ${LOGIN.user};
    GRANT CONNECT ON DATABASE ${database} TO ${LOGIN.user}`);
  // As autovacuum does within minutes of a load, when the commit has been flushed (the stack commits asynchronously).
  await client.query('CHECKPOINT');
  await client.query('VACUUM ANALYZE points');
  await client.query('VACUUM ANALYZE clustered');
}

async function addProject(service: ServiceProcess, { adminUrl }: TestDatabase) {
  const { hostname: host, port, pathname } = new URL(adminUrl);
  const save = (file: string, fields: Record<string, string>) =>
    act(service, file, { save: '1', id: '0', name: 'bench', ...fields });
  const link = await save('pglink.php', {
    ...{ host, port, dbname: pathname.slice(1), username: LOGIN.user, password: LOGIN.password },
    sslmode: 'disable',
  });
  const server = await save('server.php', { type: 'folder', url: '.' });
  const project = await save('project.php', {
    ...{ server_id: String(server.id), project_id: 'bench', geopackage: 'bench.gpkg' },
    ...{ pglink_id: String(link.id), schema: 'public' },
  });
  return { projectId: project.id as number, linkId: link.id as number };
}

function loadRows(service: ServiceProcess, projectId: number, offset: number) {
  return act(service, 'table_loader.php', {
    ...{ id: String(projectId), geom_tbl: 'points', tbl_columns: 'id,name,number' },
    ...{ draw: '1', start: String(offset), length: '50' },
  });
}

async function makeClusters({ url, cookie }: ServiceProcess, linkId: number, type: string): Promise<string> {
  const fields = { connection_id: linkId, schema: 'public', table: 'clustered', type, eps: 20, minpoints: 5 };
  const answer = await fetch(`${url}/api/proxy.php?service=analysis&path=api/cluster`, {
    ...{ method: 'POST', headers: { cookie }, body: JSON.stringify(fields) },
  });
  const text = await answer.text();
  if (!answer.ok || !text.endsWith('"truncated":false}\n')) throw new Error(`clusters: ${text.slice(-200)}`);
  return text;
}

async function checkPoints(text: string, client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ feature: string }>(pointSql);
  // Sequential scans of a table that is read already begin where that one is.
  const sent = text
    .split('\n')
    .map((line) => line.slice(line.indexOf('{"type":"Feature",'), line.lastIndexOf('}') + 1));
  const features = new Set(sent);
  if (!rows.every(({ feature }) => features.has(feature))) throw new Error('the points differ');
}

async function compare(
  rounds: number,
  ours: (round: number) => Promise<unknown>,
  theirs: (round: number) => Promise<unknown>,
): Promise<Ratios> {
  const times: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
  // The first round warms up.
  for (let round = -1; round < rounds; round += 1) {
    const of = [await timed(() => theirs(round)), await timed(() => ours(round))] as const;
    if (round < 0) continue;
    times.theirs.push(of[0]);
    times.ours.push(of[1]);
  }
  return { ours: median(times.ours), theirs: median(times.theirs), rounds };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

export const measure: Measure = async () => {
  const { page, centroids, points } = await benchLayers();
  const line = (what: string, { ours, theirs, rounds }: Ratios) => ({
    what: `field-sync: ${what}`,
    measured: `${ours.toFixed(0)} ms against ${theirs.toFixed(0)} ms, medians of ${rounds}`,
    value: (ours / theirs).toFixed(2),
    goal: `at most ${GOAL}`,
    met: ours / theirs <= GOAL,
  });
  return [
    line('rows at 900,000 of a table of 1,000,000, with the total, against the bare SQL', page),
    line('centroids of the clusters of 200,000 points, against the bare SQL', centroids),
    line('200,000 points with their cluster as GeoJSON, against the bare SQL', points),
  ];
};

if (import.meta.main) console.table(await measure());
