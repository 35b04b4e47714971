import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { loadIntoPostgis, openGdal } from '@cairn/geo';
import { createTestDatabase } from '@cairn/testing';
import type { Measure } from './measurement.ts';
import { makePoints, POINTS } from './points.ts';
import { inFolder, median } from './vault-process.ts';

const ROUNDS = 3;
const GOAL = 1.1;
const run = promisify(execFile);

/** The same GeoPackage into the same PostGIS, alternately by Cairn and by ogr2ogr with COPY; both create key and index. */
async function benchLoad(): Promise<{ ours: number; theirs: number }> {
  return inFolder(async (folder) => {
    const source = join(folder, 'points.gpkg');
    await makePoints(folder, source);
    const database = await createTestDatabase();
    try {
      const ours: number[] = [];
      const theirs: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        theirs.push(await timed(() => byOgr2ogr(database.adminUrl, source)));
        ours.push(
          await timed(() => byCairn(database.adminUrl, { source, cwd: join(folder, String(round)) })),
        );
        await compare(database.adminUrl);
      }
      return { ours: median(ours), theirs: median(theirs) };
    } finally {
      await database.drop();
    }
  });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function byOgr2ogr(url: string, source: string): Promise<void> {
  const { hostname, port, username, password, pathname } = new URL(url);
  // Not a URL: GDAL appends a parameter to the text.
  const target = `PG:host=${hostname} port=${port} user=${username} dbname=${pathname.slice(1)}`;
  await run('ogr2ogr', ['-f', 'PostgreSQL', target, source, '-nln', 'theirs', '-overwrite'], {
    env: { ...process.env, PG_USE_COPY: 'YES', PGPASSWORD: decodeURIComponent(password) },
  });
}

async function byCairn(url: string, { source, cwd }: { source: string; cwd: string }): Promise<void> {
  await mkdir(cwd);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await loadIntoPostgis(await openGdal(), {
      client,
      file: source,
      cwd,
      schema: 'public',
      table: 'ours',
      mode: 'replace',
    });
  } finally {
    await client.end();
  }
}

/** Both tables must be equal. */
async function compare(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ differing: string; total: string }>(
      `SELECT count(*) FILTER (WHERE o.number IS DISTINCT FROM t.number OR o.name IS DISTINCT FROM t.name
                OR NOT ST_Equals(o.geom, t.geom)) AS differing, count(*) AS total
         FROM ours o FULL JOIN theirs t ON t.fid = o.fid`,
    );
    if (Number(rows[0]?.differing) !== 0 || Number(rows[0]?.total) !== POINTS)
      throw new Error(`the tables differ: ${JSON.stringify(rows[0])}`);
  } finally {
    await client.end();
  }
}

export const measure: Measure = async () => {
  const { ours, theirs } = await benchLoad();
  const ratio = ours / theirs;
  return [
    {
      what: 'vault: 1,000,000 points from a GeoPackage into PostGIS, against ogr2ogr with COPY',
      measured: `${(ours / 1000).toFixed(2)} s against ${(theirs / 1000).toFixed(2)} s, medians of ${ROUNDS}`,
      value: ratio.toFixed(2),
      goal: `at most ${GOAL}`,
      met: ratio <= GOAL,
    },
  ];
};

if (import.meta.main) console.table(await measure());
