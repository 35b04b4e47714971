import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { TestTable } from '@cairn/testing';
import { createLogger } from '@cairn/service';
import { trimHistories } from '../src/features/runs/trim-histories.ts';
import type { TrimDeps } from '../src/features/runs/trim-histories.ts';
import { testProjects } from './test-projects.ts';
import { createSyncedTarget } from './synced-target.ts';
import type { SyncedTarget } from './synced-target.ts';
import { startTestFieldSync } from './test-app.ts';

const { signal } = new AbortController();
const trees = (names: string[]): TestTable => ({
  ...{ name: 'trees', columns: { name: 'TEXT' } },
  rows: names.map((name, at) => ({ fid: at + 1, name })),
});

let target: SyncedTarget;
beforeAll(async () => {
  target = await createSyncedTarget();
});
afterAll(() => target?.close());

const entries = async () => {
  const history = await target.tables.readHistory(target.place, { limit: 200, signal });
  return history.map(({ seq, key }) => `${seq}:${key}`).sort();
};

test('old history and old decided conflicts go in batches; what is young, belongs to an open conflict or to another project stays', async () => {
  const trim = (days: number) => target.tables.trimHistory(target.place, { days, signal, batch: 2 });
  expect(await trim(1)).toBe(0);
  const { admin } = target;
  await target.sync(await target.package(trees(['a', 'b', 'c', 'd'])));
  await target.sync(await target.package(trees(['a2', 'b2', 'c2', 'd2'])));
  await admin.query(`UPDATE field.trees SET name = 'by hand' WHERE fid IN (1, 2)`);
  await target.sync(await target.package(trees(['a3', 'b3', 'c3', 'd2'])));
  const conflicts = await target.tables.readConflicts(target.place, { limit: 10, signal });
  expect(conflicts.map(({ key }) => key).sort()).toEqual(['1', '2']);
  const decided = conflicts.find(({ key }) => key === '2')!;
  await target.tables.resolveConflict(target.place, {
    ...{ id: decided.id, resolution: 'kept', by: 'ann', signal },
  });
  await admin.query(
    `INSERT INTO field.cairn_sync_history (project, seq, run, table_name, key, op, applied_at)
     VALUES (gen_random_uuid(), 1, gen_random_uuid(), 'trees', 2, 'U', now() - interval '1 year')`,
  );
  await admin.query(
    `UPDATE field.cairn_sync_history SET applied_at = now() - interval '11 days' WHERE seq = 2`,
  );
  await admin.query(`UPDATE field.cairn_sync_conflicts SET applied_at = now() - interval '11 days'`);

  expect(await entries()).toEqual(['2:1', '2:2', '2:3', '2:4', '3:1', '3:2', '3:3']);
  expect(await trim(12)).toBe(0);
  expect(await trim(10)).toBe(3);
  expect(await entries()).toEqual(['2:1', '3:1', '3:2', '3:3']);
  await admin.query(`UPDATE field.cairn_sync_conflicts SET resolved_at = resolved_at - interval '11 days'`);
  expect(await trim(10)).toBe(1);
  const left = await target.tables.readConflicts(target.place, { limit: 10, signal });
  expect(left.map(({ key }) => key)).toEqual(['1']);
  const { rows } = await admin.query(
    `SELECT count(*)::integer AS count FROM field.cairn_sync_history WHERE seq = 1`,
  );
  expect(rows).toEqual([{ count: 1 }]);
});

test('each project that limits its history is looked through once a day, by one worker, and one that fails holds up no other', async () => {
  const app = await startTestFieldSync();
  try {
    const { db } = app.context;
    const add = async (name: string, days: number) => {
      const { id, uuid } = await testProjects(app).addProject({ name });
      await app.admin.query(
        'UPDATE field_sync.projects SET history_days = $2, applied_seq = 1 WHERE id = $1',
        [id, days],
      );
      return uuid;
    };
    const [away, lakes] = [await add('Away', 3), await add('Lakes', 30)];
    await add('Forest', 0);
    const trimmed: string[] = [];
    const deps = {
      ...{ db, logger: createLogger({ service: 'test', level: 'silent' }) },
      placeOf: async ({ uuid }) => ({ projectUuid: uuid }) as never,
      target: {
        async trimHistory({ projectUuid }, { days }) {
          trimmed.push(`${projectUuid} ${days}`);
          if (projectUuid === away) throw new Error('the database is unreachable');
          return 1;
        },
      },
    } satisfies TrimDeps;
    await Promise.all([trimHistories(deps), trimHistories(deps)]);
    await trimHistories(deps);
    expect(trimmed.sort()).toEqual([`${away} 3`, `${lakes} 30`].sort());
    await app.admin.query(`UPDATE field_sync.projects SET history_trimmed_at = now() - interval '25 hours'`);
    await trimHistories(deps);
    expect(trimmed).toHaveLength(4);
  } finally {
    await app.close();
  }
});
