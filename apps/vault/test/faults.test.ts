import { mkdir, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { AppError } from '@cairn/service';
import { findProgram } from '@cairn/programs';
import { until } from '@cairn/testing';
import type { RunningService } from '@cairn/testing';
import { ask, NOTHING, traces, upload } from './client.ts';
import { editor } from './editing.ts';
import { feature, geoJson, text } from './hostile.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';
import { beginUpload, memoryOf, openFiles, startFakePortal, startVault } from './running-vault.ts';

const MIB = 1024 * 1024;
const HEAD = text('{"type":"FeatureCollection","features":[');

let app: TestVault;
let ada: Person;
let portal: Awaited<ReturnType<typeof startFakePortal>>;
const running: RunningService[] = [];

beforeAll(async () => {
  app = await startTestVault();
  ada = await app.signUp({ username: 'ada' });
  portal = await startFakePortal(app);
});

afterEach(async () => {
  for (const vault of running.splice(0)) if (vault.child.exitCode === null) await vault.kill();
  await app.clear();
});

afterAll(async () => {
  await portal.close();
  await app.close();
});

async function start(options: Parameters<typeof startVault>[1] = {}) {
  const vault = await startVault(app, {
    ...options,
    env: { PORTAL_URL: portal.url, MAX_UPLOAD_BYTES: String(1024 * MIB), ...options.env },
  });
  running.push(vault);
  return vault;
}

test('a vault that is killed during an upload leaves no row, and the next one removes the temporary file', async () => {
  const first = await start();
  const sending = beginUpload(first.url, ada, { fileName: 'big.geojson', head: HEAD });
  await sending.send(48 * MIB);
  await until('bytes arrive', async () => (await app.stored()).incoming.length === 1);
  await first.kill();
  await expect(sending.finish()).rejects.toThrow();
  expect((await traces(app)).incoming).toBe(1);

  const second = await start();
  await until('the rest is swept', async () => (await app.stored()).incoming.length === 0);
  expect(await traces(app)).toEqual(NOTHING);
  expect(await second.stop()).toBe(0);
});

test('a client that disconnects during uploads leaves no file and no file descriptor', async () => {
  const vault = await start();
  async function comeAndGo(): Promise<void> {
    const uploads = Array.from({ length: 8 }, () =>
      beginUpload(vault.url, ada, { fileName: 'big.geojson', head: HEAD }),
    );
    await Promise.all(uploads.map((each) => each.send(2 * MIB)));
    await until('eight files are open', async () => (await app.stored()).incoming.length === 8);
    for (const each of uploads) {
      each.request.on('error', () => undefined);
      each.request.destroy();
    }
    await until('the files are gone', async () => (await app.stored()).incoming.length === 0);
  }
  // The first waves open what stays open: connections to the database.
  await comeAndGo();
  await comeAndGo();
  const before = openFiles(vault.pid);
  await comeAndGo();
  await until('descriptors are back', () => openFiles(vault.pid) <= before + 3);
  await until('nothing is left', async () => (await app.stored()).incoming.length === 0);
  expect(await traces(app)).toEqual(NOTHING);
  expect(await vault.stop()).toBe(0);
});

test('a client that disconnects during downloads leaves no file descriptor', async () => {
  const vault = await start();
  const { body } = await upload(vault, ada, {
    file: geoJson({ note: 'x'.repeat(6 * MIB) }),
    fileName: 'big.geojson',
  });
  const before = openFiles(vault.pid);
  for (let i = 0; i < 10; i += 1) {
    await new Promise<void>((left) => {
      const download = get(`${vault.url}/versions/${body.version_id}/download`, {
        headers: { cookie: ada.cookie },
        agent: false,
      });
      download.once('response', (response) => response.once('data', () => download.destroy()));
      download.once('error', () => undefined);
      download.once('close', left);
    });
  }
  await until('descriptors are back', () => openFiles(vault.pid) <= before + 1);
  await vault.stop();
});

test('SIGTERM lets a running upload finish, then the vault exits with 0', async () => {
  const vault = await start();
  const bytes = geoJson();
  const sending = beginUpload(vault.url, ada, { fileName: 'late.geojson', head: bytes.slice(0, 50) });
  await until('the upload has begun', async () => (await app.stored()).incoming.length === 1);
  const stopping = vault.stop();
  await until('it knows', () => vault.lines.some((line) => line.includes('"stopping"')));
  sending.request.write(bytes.slice(50));
  expect(await sending.finish()).toBe(201);
  expect(await stopping).toBe(0);
  expect(await app.rows('versions')).toBe(1);
});

test('an upload to a full disk returns 503 and leaves no partial file', async () => {
  const prlimit = findProgram('prlimit');
  expect(prlimit).not.toBeNull();
  // A limit on the size of files meets a process as a full disk does: the write fails half way.
  const vault = await start({ through: [prlimit!, `--fsize=${4 * MIB}:`] });
  const file = geoJson({ note: 'x'.repeat(7 * MIB) });
  const answer = await upload(vault, ada, { file, fileName: 'big.geojson' });
  expect(answer.status).toBe(503);
  expect(answer.body.error).toMatch(/no space left/);
  expect(await traces(app)).toEqual(NOTHING);
  const small = await upload(vault, ada, { file: geoJson(), fileName: 'small.geojson' });
  expect(small.status).toBe(201);
  expect(await vault.stop()).toBe(0);
});

test('publishing edits returns 503 when the disk of the sandbox is full, and succeeds later', async () => {
  expect((await upload(app, ada, { file: 'countries.gpkg' })).status).toBe(201);
  await app.admin.query('DELETE FROM vault.jobs');
  const countries = editor(app, ada, 'countries');
  expect((await countries.update(1, { name: 'kept' })).status).toBe(200);
  const sealing = countries.commit();
  await until('the publication is queued', async () => {
    const once = `UPDATE vault.jobs SET max_attempts = 1 WHERE kind = 'edits.commit' AND status = 'queued'`;
    return (await app.admin.query(once)).rowCount === 1;
  });
  const small = 'mount -t tmpfs -o size=1m none "$STORAGE_ROOT/work" && exec "$0" "$@"';
  const namespace = process.getuid?.() === 0 ? '-m' : '-rm';
  const worker = await start({
    script: 'worker.ts',
    through: [findProgram('unshare')!, namespace, '/bin/sh', '-c', small],
  });
  const { status, body } = await sealing;
  expect([status, body.error]).toEqual([503, expect.stringMatching(/no space left/)]);
  await worker.stop();
  const roomy = app.work();
  expect((await countries.commit()).body).toMatchObject({ new_version: 2 });
  await roomy.stop();
});

test('two uploads of 64 MiB at once raise the memory of the vault by less than 64 MiB', async () => {
  const vault = await start();
  await upload(vault, ada, { file: geoJson(), fileName: 'first.geojson' });
  const before = memoryOf(vault.pid, 'VmRSS');
  const uploads = ['a', 'b'].map((name) =>
    beginUpload(vault.url, ada, { fileName: `${name}.geojson`, head: HEAD }),
  );
  await Promise.all(uploads.map((each) => each.send(64 * MIB)));
  const statuses = await Promise.all(
    uploads.map((each) => {
      each.request.write(']}');
      return each.finish();
    }),
  );
  expect(statuses).toEqual([201, 201]);
  expect(memoryOf(vault.pid, 'VmHWM') - before).toBeLessThan(64 * MIB);
  await vault.stop();
});

test('a vault without free file descriptors rejects connections until some are free', async () => {
  const vault = await start({ through: [findProgram('prlimit')!, '--nofile=64:'] });
  const sockets = await Promise.all(
    Array.from({ length: 120 }, () => {
      const socket = new Socket();
      socket.on('error', () => undefined);
      return new Promise<Socket>((done) => {
        socket.connect(Number(new URL(vault.url).port), '127.0.0.1', () => done(socket));
        setTimeout(() => done(socket), 500);
      });
    }),
  );
  for (const socket of sockets) socket.destroy();
  await until('it answers', async () =>
    fetch(`${vault.url}/api/health`).then(
      (answer) => answer.ok,
      () => false,
    ),
  );
  expect((await upload(vault, ada, { file: geoJson(), fileName: 'after.geojson' })).status).toBe(201);
  await vault.stop();
});

test('an upload returns 503 and leaves nothing when the portal does not register the dataset', async () => {
  const refusing = await startTestVault({
    registry: {
      ...app.registry,
      registerResource: () =>
        Promise.reject(
          new AppError({ kind: 'unavailable', code: 'auth.portal_unreachable', message: 'gone' }),
        ),
    },
  });
  try {
    const eve = await refusing.signUp({ username: 'eve' });
    const answer = await upload(refusing, eve, { file: geoJson(), fileName: 'a.geojson' });
    expect(answer.status).toBe(503);
    expect(answer.body.error).toMatch(/nothing was stored/);
    expect({ ...(await traces(refusing)), jobs: 0 }).toEqual(NOTHING);
  } finally {
    await refusing.close();
  }
});

test('an upload returns 503 and leaves no file when the database connection is lost', async () => {
  const vault = await start();
  const sending = beginUpload(vault.url, ada, { fileName: 'a.geojson', head: geoJson() });
  await until('the upload has begun', async () => (await app.stored()).incoming.length === 1);
  // Not of the role: other tests use it at the same time.
  await app.admin.query(`ALTER DATABASE ${app.database.name} CONNECTION LIMIT 0`);
  await app.admin.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'vault'`,
  );
  try {
    expect(await sending.finish()).toBe(503);
  } finally {
    await app.admin.query(`ALTER DATABASE ${app.database.name} CONNECTION LIMIT -1`);
  }
  expect(await traces(app)).toEqual(NOTHING);
  await vault.stop();
});

test('another worker completes the job of a worker that was killed', async () => {
  const features = Array.from({ length: 10_000 }, (_, i) => ({
    ...feature,
    properties: { i, note: 'x'.repeat(60) },
  }));
  const { body } = await upload(app, ada, { file: geoJson({ features }), fileName: 'many.geojson' });
  expect(body.error).toBeUndefined();
  const first = await start({ script: 'worker.ts' });
  const state = async () => (await ask(app, ada, { path: `/api/jobs/${body.job_id}` })).body.status;
  await until('the job runs', async () => (await state()) === 'running');
  await first.kill();
  expect(await state()).toBe('running');
  await app.expireLeases();

  const second = await start({ script: 'worker.ts' });
  await until('the job is done', async () => (await state()) === 'succeeded');
  const summary = await ask(app, ada, { path: '/datasets-summary' });
  expect(summary.body[0]).toMatchObject({ feature_count: 10_000 });
  expect(await second.stop()).toBe(0);
  const { incoming, work } = await app.stored();
  expect({ incoming, work }).toEqual({ incoming: [], work: [] });
});

test('the sweeper removes files of dead processes only', async () => {
  const scratch = await app.context.storage.scratch();
  await mkdir(join(app.storageRoot, 'incoming'), { recursive: true });
  const dead = join(
    app.storageRoot,
    'incoming',
    `${scratch.path.split('/').at(-1)!.split('.')[0]}.999999999.1~x`,
  );
  await writeFile(dead, 'x');
  expect(await app.context.storage.sweep({ isReferred: () => Promise.resolve(true) })).toBe(1);
  expect(await app.stored()).toMatchObject({ incoming: [], work: [expect.any(String)] });
  await scratch.remove();
});
