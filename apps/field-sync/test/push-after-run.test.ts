import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { pushedProjects, readFiles } from './pushed-project.ts';
import type { PushedProjects } from './pushed-project.ts';
import { startSyncApp } from './sync-app.ts';
import type { SyncApp } from './sync-app.ts';
import { dayOfWork, workedTables } from './survey.ts';

let sync: SyncApp;
let projects: PushedProjects;
beforeAll(async () => {
  sync = await startSyncApp();
  projects = pushedProjects(sync.app, await sync.app.signUp({ username: 'bea', isAdmin: true }));
  await sync.app.work().ready;
});
afterAll(() => sync.close());

test('each applied run copies the files of its version to the targets of the project, once each', async () => {
  const id = await sync.addProject('forest', workedTables({ trees: 20 }));
  const targets = [];
  for (const local_project_id of ['first', 'second'])
    targets.push(await projects.target({ sync_type: 'local', local_project_id }, [id]));
  for (const seq of ['1', '2']) {
    await sync.poll();
    expect(await sync.ended(id)).toMatchObject({ status: 'applied', seq });
    for (const target of targets)
      expect(await projects.ended(target)).toMatchObject({ status: 'succeeded', seq, files: 1, deleted: 0 });
    await sync.change('forest', (db) => dayOfWork(db, Number(seq)));
  }
  const { rows: pushes } = await sync.app.admin.query('SELECT seq FROM field_sync.pushes ORDER BY id');
  expect(pushes.map(({ seq }) => seq)).toEqual(['1', '1', '2', '2']);
  for (const name of ['first', 'second']) {
    const folder = join(sync.app.config.localTargetsRoot, name);
    expect(Object.keys(await readFiles(folder))).toEqual(['survey.gpkg']);
  }
  const { rows: lines } = await sync.app.admin.query(
    `SELECT message FROM field_sync.log_lines WHERE project_id = $1 AND message LIKE 'Copied 1 file to %'`,
    [id],
  );
  expect(lines).toHaveLength(4);
});
