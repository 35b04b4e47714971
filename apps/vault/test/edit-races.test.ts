import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { until } from '@cairn/testing';
import { ask, upload } from './client.ts';
import { editor } from './editing.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';
import { startVault } from './running-vault.ts';

let app: TestVault;
let ada: Person;
let ben: Person;

beforeAll(async () => {
  app = await startTestVault({ inspects: false });
  ada = await app.signUp({ username: 'ada' });
  ben = await app.signUp({ username: 'ben' });
});

afterAll(() => app.close());

async function dataset(name: string): Promise<void> {
  expect((await upload(app, ada, { file: 'countries.gpkg', dataset: name })).status).toBe(201);
  await app.grant({ to: ben, on: name, permission: 'edit' });
}

const versions = async (name: string) =>
  (await ask(app, ada, { path: `/datasets/${name}/versions` })).body.versions;

/** Waits until a job of this kind is running. */
async function running(kind: string): Promise<void> {
  await until(`${kind} to run`, async () => {
    const found = await app.admin.query(`SELECT 1 FROM vault.jobs WHERE kind = $1 AND status = 'running'`, [
      kind,
    ]);
    return found.rowCount === 1;
  });
}

describe('two people', () => {
  test('one of two concurrent changes of a row with its hash succeeds, the other returns 409 with the row', async () => {
    await dataset('pair');
    const { hash } = await editor(app, ada, 'pair').row(1);
    const answers = await Promise.all(
      [ada, ben].flatMap((person) =>
        Array.from({ length: 5 }, (_, i) =>
          editor(app, person, 'pair').update(1, { name: `${person.username} ${i}` }, { hash }),
        ),
      ),
    );
    const [won, ...others] = answers.filter(({ status }) => status === 200);
    expect(others).toEqual([]);
    for (const lost of answers.filter((answer) => answer !== won))
      expect(lost).toMatchObject({
        status: 409,
        body: { current: won?.body.row, current_hash: won?.body.hash },
      });
    expect((await editor(app, ada, 'pair').edits()).body.edits).toHaveLength(1);
  });

  test('concurrent changes of different rows all succeed in one session', async () => {
    await dataset('many');
    const keys = Array.from({ length: 40 }, (_, i) => i + 1);
    const answers = await Promise.all(
      keys.map((key) => editor(app, key % 2 ? ada : ben, 'many').update(key, { population: -key })),
    );
    expect(answers.map(({ status }) => status)).toEqual(keys.map(() => 200));
    const { body } = await editor(app, ada, 'many').edits();
    expect(body.working).toMatchObject({ edits: 40, revision: 40, people: ['ada', 'ben'] });
    const sessions = await app.admin.query(
      `SELECT count(*) AS n FROM vault.edit_sessions s JOIN vault.datasets d ON d.id = s.dataset_id WHERE d.name = 'many'`,
    );
    expect(Number(sessions.rows[0].n)).toBe(1);
  });

  test('rows that are inserted concurrently get different keys', async () => {
    await dataset('adding');
    const added = await Promise.all(
      Array.from({ length: 20 }, (_, i) => editor(app, i % 2 ? ada : ben, 'adding').insert({ name: `${i}` })),
    );
    expect(new Set(added.map(({ body }) => body.pk_value)).size).toBe(20);
    expect((await editor(app, ada, 'adding').rows()).body.total).toBe(261);
  });
});

describe('unpublished edits', () => {
  test('undo and redo of a named edit return 409 when another user has made or undone a later one', async () => {
    await dataset('undo');
    const [first, second] = [editor(app, ada, 'undo'), editor(app, ben, 'undo')];
    const edit = async (by: typeof first, key: number) =>
      (await by.update(key, { population: 7 })).body.edit_id as number;
    const standing = async () => (await first.edits()).body.edits.map(({ id }: { id: number }) => id);

    const own = await edit(first, 1);
    const others = await edit(second, 2);
    const late = await first.discard({ last: true, edit_id: own });
    expect([late.status, late.body.error]).toEqual([
      409,
      'The draft was changed by someone else. Check the changes and try again.',
    ]);
    expect(await standing()).toEqual([others, own]);
    expect((await second.discard({ last: true, edit_id: others })).status).toBe(200);
    expect((await first.discard({ last: true, edit_id: own })).status).toBe(200);
    expect((await second.redo({ edit_id: others })).status).toBe(409);
    expect(await standing()).toEqual([]);
    expect((await first.redo({ edit_id: own })).status).toBe(200);
    expect(await standing()).toEqual([own]);
    expect((await first.discard({ edit_id: own })).status).toBe(400);
    expect((await first.discard()).status).toBe(200);
  });

  test('block an upload of a new version with 409 that names their author', async () => {
    await dataset('open');
    await editor(app, ben, 'open').update(1, { name: 'x' });
    const refused = await upload(app, ada, { file: 'populated-places.geojson', dataset: 'open' });
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'The dataset has one unpublished edit by ben. Save it as a version or discard it first.',
    ]);
    expect(await versions('open')).toHaveLength(1);
    await editor(app, ada, 'open').discard();
    expect((await upload(app, ada, { file: 'populated-places.geojson', dataset: 'open' })).status).toBe(201);
  });

  test('of an older version return 409 once there is a newer one', async () => {
    const { status, body } = await editor(app, ada, 'open', 1).update(1, { name: 'x' });
    expect([status, body.error]).toEqual([
      409,
      'Only the latest version can be edited. Edit that one, or roll back to this version.',
    ]);
  });
});

describe('a worker that is killed while it publishes a draft', () => {
  test('edits return 409 until another worker has published the draft once, without leftover files', async () => {
    await dataset('killed');
    await editor(app, ada, 'killed').update(1, { name: 'kept' });
    const before = (await app.stored()).objects.length;
    const { body: job } = await editor(app, ada, 'killed').commit({}, { prefer: 'respond-async' });
    const refused = await editor(app, ben, 'killed').update(2, { name: 'late' });
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'The edits are being published as a version. Try again in a moment.',
    ]);
    expect((await editor(app, ben, 'killed').discard()).status).toBe(409);

    const killedWorker = await startVault(app, { script: 'worker.ts' });
    await running('edits.commit');
    await killedWorker.kill();
    await app.expireLeases();

    const second = app.work();
    try {
      const state = async () => (await ask(app, ada, { path: `/api/jobs/${job.id}` })).body.status;
      await until('the edits to be sealed', async () => (await state()) === 'succeeded', {
        limitMs: 120_000,
      });
    } finally {
      await second.stop();
    }
    expect((await versions('killed')).map(({ version }: { version: number }) => version)).toEqual([2, 1]);
    expect((await editor(app, ada, 'killed', 2).row(1)).name).toBe('kept');
    const { context } = app;
    await context.storage.sweep({ isReferred: (key) => isUsed(key) });
    expect((await app.stored()).objects.length).toBe(before + 1);
  });

  test('leaves the session open with its edits when the job fails permanently', async () => {
    await dataset('failing');
    await editor(app, ada, 'failing').update(1, { name: 'kept' });
    const { body: job } = await editor(app, ada, 'failing').commit({}, { prefer: 'respond-async' });
    await app.admin.query(
      `UPDATE vault.jobs SET status = 'failed', finished_at = now(), errors = '[]' WHERE id = $1`,
      [job.id],
    );
    expect((await editor(app, ada, 'failing').edits()).body.working).toMatchObject({ edits: 1 });
    expect((await editor(app, ada, 'failing').update(2, { name: 'more' })).status).toBe(200);
    const worker = app.work();
    try {
      expect((await editor(app, ada, 'failing').commit()).body).toMatchObject({ new_version: 2 });
    } finally {
      await worker.stop();
    }
    expect((await editor(app, ada, 'failing', 2).row(2)).name).toBe('more');
  });
});

async function isUsed(key: string): Promise<boolean> {
  const { rowCount } = await app.admin.query('SELECT 1 FROM vault.versions WHERE object_key = $1', [key]);
  return rowCount !== 0;
}

describe('edits during a publication', () => {
  test('every acknowledged edit is in the version or still in the draft', async () => {
    await dataset('storm');
    const worker = app.work();
    const acknowledged = new Set<number>();
    let sealing = true;
    const storm = (async () => {
      for (let key = 1; sealing && key <= 200; key += 1) {
        const { status } = await editor(app, ben, 'storm').update(key, { population: -key });
        if (status === 200) acknowledged.add(key);
        else expect(status).toBe(409);
      }
    })();
    await until('some edits', () => acknowledged.size >= 5);
    const sealed = await editor(app, ada, 'storm').commit();
    sealing = false;
    await storm;
    await worker.stop();
    expect(sealed.body).toMatchObject({ new_version: 2 });
    const rows = (await editor(app, ada, 'storm', 2).rows({ limit: 500 })).body.rows;
    for (const key of acknowledged)
      expect(rows.find(({ fid }: { fid: number }) => fid === key).population).toBe(-key);
    const { body } = await editor(app, ada, 'storm', 2).edits('?version=2&limit=500');
    expect(body.edits).toHaveLength(acknowledged.size);
  });
});
