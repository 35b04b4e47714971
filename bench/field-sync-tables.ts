import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { createTestDatabase } from '@cairn/testing';
import { createSyncedTables } from '../apps/field-sync/src/features/synced-tables/service.ts';
import type {
  ChangeKind,
  ChangeRequest,
  PackageFile,
  TargetPlace,
} from '../apps/field-sync/src/features/synced-tables/types.ts';
import type { Measure, Measurement } from './measurement.ts';
import { makePoints, POINTS } from './points.ts';
import { inFolder, median } from './vault-process.ts';

const ROUNDS = 3;
/** One row of fifty changes. */
const EVERY = 50;
const GOALS = { load: 0.6, change: 0.25, nothing: 0.15, reconcile: 1 };
const run = promisify(execFile);

type Part = keyof typeof GOALS | 'ogr2ogr';

/** What field-sync does with 1,000,000 points against ogr2ogr with COPY into the same server, in turns. */
async function benchTables(): Promise<Record<Part, number>> {
  return inFolder(async (folder) => {
    const packages = await makePackages(folder);
    const times: Record<Part, number[]> = { ogr2ogr: [], load: [], change: [], nothing: [], reconcile: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      const database = await createTestDatabase();
      try {
        times.ogr2ogr.push(await timed(() => byOgr2ogr(database.adminUrl, packages.first.path)));
        const synced = await openTarget(database, join(folder, String(round)));
        times.load.push(await timed(() => synced.sync(packages.first, { expected: 'first_load' })));
        times.nothing.push(await timed(() => synced.sync(packages.same, { expected: 'nothing' })));
        times.change.push(await timed(() => synced.sync(packages.changed, { expected: 'difference' })));
        times.reconcile.push(
          await timed(() => synced.sync(packages.changed, { expected: 'reconcile', reconcile: true })),
        );
        await synced.check();
      } finally {
        await database.drop();
      }
    }
    const medians = Object.entries(times).map(([part, values]) => [part, median(values)] as const);
    return Object.fromEntries(medians) as Record<Part, number>;
  });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Points; the same with other bytes; and a version with one row of fifty changed, deleted or new. */
async function makePackages(folder: string): Promise<Record<'first' | 'same' | 'changed', PackageFile>> {
  const [first, same, changed] = ['first', 'same', 'changed'].map((name) => join(folder, `${name}.gpkg`)) as [
    string,
    string,
    string,
  ];
  await makePoints(folder, first);
  await copyFile(first, same);
  alter(same, 'PRAGMA user_version = 10301');
  await copyFile(first, changed);
  alter(
    changed,
    `UPDATE points SET name = name || ' moved' WHERE fid % ${EVERY} = 0;
     UPDATE points SET geom = (SELECT p.geom FROM points p WHERE p.fid = points.fid - 1) WHERE fid % ${2 * EVERY} = 0;
     DELETE FROM points WHERE fid % ${EVERY * 40} = 1;
     INSERT INTO points (geom, number, name) SELECT geom, number, 'new' FROM points WHERE fid % ${EVERY * 40} = 2`,
  );
  const files = await Promise.all([first, same, changed].map(toFile));
  return { first: files[0]!, same: files[1]!, changed: files[2]! };
}

/** The triggers of the spatial index call functions that are not here; nobody reads the index. */
function alter(path: string, statements: string): void {
  const db = new DatabaseSync(path);
  const triggers = db.prepare(`SELECT name FROM sqlite_master WHERE type = 'trigger'`).all();
  for (const { name } of triggers) db.exec(`DROP TRIGGER "${String(name)}"`);
  db.exec(`PRAGMA synchronous = OFF; ${statements}`);
  db.close();
}

async function toFile(path: string): Promise<PackageFile> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return { path, sha256: hash.digest('hex') };
}

async function byOgr2ogr(url: string, source: string): Promise<void> {
  const { hostname, port, username, password, pathname } = new URL(url);
  // Not a URL: GDAL appends a parameter to the text.
  const target = `PG:host=${hostname} port=${port} user=${username} dbname=${pathname.slice(1)}`;
  await run('ogr2ogr', ['-f', 'PostgreSQL', target, source, '-nln', 'theirs', '-overwrite'], {
    env: { ...process.env, PG_USE_COPY: 'YES', PGPASSWORD: decodeURIComponent(password) },
  });
}

/** A project whose tables are in a schema of the database; each sync is one run. */
async function openTarget(database: Awaited<ReturnType<typeof createTestDatabase>>, folder: string) {
  const { hostname, port, username, password, pathname } = new URL(database.adminUrl);
  const place: TargetPlace = {
    address: {
      ...{ host: hostname, port: Number(port), database: pathname.slice(1), sslmode: 'prefer' },
      ...{ user: decodeURIComponent(username), password: decodeURIComponent(password) },
    },
    schema: 'field',
    projectUuid: randomUUID(),
  };
  const tables = createSyncedTables({
    serverNetworks: ['127.0.0.0/8'],
    platform: { ownerOf: () => Promise.resolve({ owner: 'other' as const, database: '' }) },
  });
  const { signal } = new AbortController();
  let base: PackageFile | null = null;
  let step = 0;
  return {
    async sync(
      next: PackageFile,
      { expected, ...more }: { expected: ChangeKind } & Pick<ChangeRequest, 'reconcile'>,
    ): Promise<void> {
      const cwd = join(folder, String((step += 1)));
      await mkdir(cwd, { recursive: true });
      const state = await tables.readState(place, { signal });
      const guards = { maxDeletePercent: 25, skipInit: false, approval: null };
      const started = performance.now();
      const plan = await tables.planChange({ place, state, base, next, guards, cwd, signal, ...more });
      if (process.env.CAIRN_BENCH_STEPS)
        console.log(expected, 'plan', (performance.now() - started).toFixed(0));
      if (plan.kind !== expected || plan.items.length > 0)
        throw new Error(`the plan is ${plan.kind}: ${JSON.stringify(plan.items)}`);
      const request = { run: randomUUID(), version: String(step), packageSha256: next.sha256, signal };
      await tables.applyChange(plan, { ...request, expectedSeq: plan.seq });
      if (process.env.CAIRN_BENCH_STEPS)
        console.log(expected, 'all', (performance.now() - started).toFixed(0));
      base = next;
    },
    /** The reconcile must have found no difference. */
    async check(): Promise<void> {
      const client = new pg.Client({ connectionString: database.adminUrl });
      await client.connect();
      try {
        const { rows } = await client.query<{ rows: string; changed: string }>(
          `SELECT (SELECT count(*) FROM field.points) AS rows, (SELECT count(*) FROM field.cairn_sync_history) AS changed`,
        );
        const changed = POINTS / EVERY + (2 * POINTS) / (EVERY * 40);
        if (Number(rows[0]?.rows) !== POINTS || Number(rows[0]?.changed) !== changed)
          throw new Error(`the tables are not as expected: ${JSON.stringify(rows[0])}`);
      } finally {
        await client.end();
      }
    },
  };
}

export const measure: Measure = async () => {
  const { ogr2ogr, ...ours } = await benchTables();
  const titles: Record<keyof typeof GOALS, string> = {
    load: 'first load of 1,000,000 points',
    change: '2 % of 1,000,000 rows changed: compare, stage, history, apply, commit',
    nothing: 'another file with the same 1,000,000 rows',
    reconcile: 'reconcile of 1,000,000 equal rows',
  };
  return (Object.keys(GOALS) as (keyof typeof GOALS)[]).map((part): Measurement => {
    const ratio = ours[part] / ogr2ogr;
    return {
      what: `field-sync: ${titles[part]}, against ogr2ogr with COPY`,
      measured: `${(ours[part] / 1000).toFixed(2)} s against ${(ogr2ogr / 1000).toFixed(2)} s, medians of ${ROUNDS}`,
      value: ratio.toFixed(2),
      goal: `at most ${GOALS[part]}`,
      met: ratio <= GOALS[part],
    };
  });
};

if (import.meta.main) console.table(await measure());
