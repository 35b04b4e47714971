import { copyFile, mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startFieldSync } from './field-sync-process.ts';
import type { FieldSyncProcess } from './field-sync-process.ts';
import type { Measure } from './measurement.ts';
import { makePoints, POINTS } from './points.ts';
import { watchDescendants } from './process-memory.ts';
import { inFolder, memoryOf } from './vault-process.ts';

const MIB = 1024 * 1024;
const GOALS = { worker: 200, program: 200, web: 50 };

/** Peaks of the processes while 1,000,000 points are loaded, changed and reconciled, and then read through the web process. */
async function benchMemory() {
  return inFolder(async (folder) => {
    const points = join(folder, 'points.gpkg');
    await makePoints(folder, points);
    const sync = await startFieldSync(folder);
    const { service, db } = sync;
    const programs = watchDescendants(service.workerPid ?? 0);
    try {
      const server = await sync.act('server.php', {
        ...{ save: '1', id: '0', name: 'bench', type: 'folder', url: '.' },
      });
      const { id } = await sync.act('project.php', {
        ...{ save: '1', id: '0', name: 'bench', server_id: String(server.id), project_id: 'bench' },
        ...{ geopackage: 'points.gpkg', pglink_id: String(sync.linkId), schema: 'field' },
      });
      const before = memoryOf(service.pid, 'VmRSS');
      await publish(sync, points);
      await sync.act('backend.php', { op: 'start', id: String(id) });
      const load = await sync.nextRun(id);
      change(points);
      await publish(sync, points);
      const second = await sync.nextRun(id, load.id);
      await db.query('UPDATE projects SET force_init = true WHERE id = $1', [id]);
      const { kind } = await sync.nextRun(id, second.id);
      if (kind !== 'reconcile') throw new Error(`the last run is a ${kind}`);
      await readPages(sync, id);
      return {
        worker: memoryOf(service.workerPid ?? 0, 'VmHWM') / MIB,
        programs: programs.stop().map(({ name, bytes }) => ({ name, size: bytes / MIB })),
        web: (memoryOf(service.pid, 'VmHWM') - before) / MIB,
      };
    } finally {
      programs.stop();
      await sync.stop();
    }
  });
}

/** Puts the package into the project's folder at once. */
async function publish({ folders }: FieldSyncProcess, from: string): Promise<void> {
  const folder = join(folders, 'bench');
  await mkdir(folder, { recursive: true });
  await copyFile(from, join(folder, '.points.gpkg'));
  await rename(join(folder, '.points.gpkg'), join(folder, 'points.gpkg'));
}

/** One row of fifty. The triggers of the spatial index call functions that are not here; nobody reads the index. */
function change(path: string): void {
  const db = new DatabaseSync(path);
  const triggers = db.prepare(`SELECT name FROM sqlite_master WHERE type = 'trigger'`).all();
  for (const { name } of triggers) db.exec(`DROP TRIGGER "${String(name)}"`);
  db.exec(`PRAGMA synchronous = OFF; UPDATE points SET name = name || ' changed' WHERE fid % 50 = 0`);
  db.close();
}

/** A page far into the table with the total, and clusters of as many points as a request may have. */
async function readPages({ service, act, linkId }: FieldSyncProcess, id: number): Promise<void> {
  const page = await act('table_loader.php', {
    ...{ id: String(id), geom_tbl: 'points', draw: '1', start: '900000', length: '50' },
  });
  if (page.recordsTotal !== POINTS) throw new Error(`the table has ${page.recordsTotal} rows`);
  const fields = { connection_id: linkId, schema: 'field', table: 'points', type: 'points', eps: 0.01 };
  const answer = await fetch(`${service.url}/api/proxy.php?service=analysis&path=api/cluster`, {
    ...{ method: 'POST', headers: { cookie: service.cookie } },
    body: JSON.stringify({ ...fields, minpoints: 2 }),
  });
  if (!answer.ok || !answer.body) throw new Error(`clusters: ${await answer.text()}`);
  for await (const part of answer.body) void part;
}

export const measure: Measure = async () => {
  const { worker, programs, web } = await benchMemory();
  const largest = programs.toSorted((a, b) => b.size - a.size)[0] ?? { name: 'none', size: NaN };
  const line = (what: string, size: number, goal: number) => ({
    what: `field-sync: ${what} with 1,000,000 points: load, change, reconcile, pages, clusters`,
    measured: `${size.toFixed(0)} MiB`,
    value: size.toFixed(0),
    goal: `below ${goal}`,
    met: size < goal,
  });
  return [
    line('peak of the worker', worker, GOALS.worker),
    line(
      `peak of the largest of ${programs.length} tool processes (${largest.name})`,
      largest.size,
      GOALS.program,
    ),
    line('growth of the web process', web, GOALS.web),
  ];
};

if (import.meta.main) console.table(await measure());
