import { geometryBlob, startTestPublisher, startTestQFieldCloud } from '@cairn/testing';
import { addLocalPerson } from './local-people.ts';
import { sendAction } from './send-action.ts';
import type { ActionFields } from './send-action.ts';
import { surveyTables } from './survey.ts';
import { startSyncApp } from './sync-app.ts';

/**
 * Field-sync with something to show on each page: a project with changes, a conflict, a geometry that is held and a plan, another
 * one with edits that wait at its provider, and an entry of each list.
 */
export async function startSamplePages() {
  const [cloud, publisher] = await Promise.all([startTestQFieldCloud(), startTestPublisher()]);
  const sync = await startSyncApp({
    env: { PUBLISHER_URL: publisher.url, PUBLISHER_TOKEN: publisher.token },
  });
  const { app, projects } = sync;
  await app.work().ready;
  const ada = await app.signUp({ username: 'ada', isAdmin: true });

  async function save(path: string, fields: ActionFields): Promise<number> {
    const { body } = await sendAction(app, ada, { path, fields: { save: 1, id: 0, ...fields } });
    if (!body.success) throw new Error(body.message);
    return body.id;
  }
  const polled = async (projectId: number) => {
    await sync.poll();
    await sync.ended(projectId);
  };

  const targetId = await save('rsync.php', {
    name: 'Office',
    sync_type: 'local',
    local_project_id: 'office',
  });
  const forest = await sync.addProject('forest', surveyTables({ trees: 130 }));
  await app.admin.query('INSERT INTO field_sync.project_file_targets VALUES ($1, $2)', [forest, targetId]);
  await polled(forest);
  await sync.query(`UPDATE forest.trees SET species = 'mine' WHERE fid = 1`);
  await sync.change('forest', (db) => {
    db.exec(`UPDATE trees SET species = 'oak' WHERE fid <= 3`);
    db.prepare('UPDATE trees SET geom = ? WHERE fid = 9').run(geometryBlob(Uint8Array.of(1, 2, 0, 0, 0, 9)));
  });
  await polled(forest);
  await sendAction(app, ada, { path: 'publish_web.php', fields: { id: forest } });
  await sync.change('forest', (db) => db.exec('DELETE FROM trees WHERE fid > 20'));
  await polled(forest);

  const lakes = await cloud.addProject({ name: 'lakes' });
  cloud.addDelta(lakes.id, { localLayerId: 'lakes', status: 'conflict' });
  const { url, username, password } = cloud;
  const cloudId = await save('server.php', { name: 'Cloud', type: 'cloud', url, username, password });
  const waiting = await projects.startProject({
    ...{ name: 'lakes', serverId: cloudId, linkId: sync.linkId, projectRef: lakes.id },
    row: { started: false },
  });

  const { id: userId } = await addLocalPerson(app, { name: 'uma' });
  await save('group.php', { name: 'Crew', 'project_ids[]': [forest], 'user_ids[]': [Number(userId)] });
  await app.admin.query(
    `INSERT INTO field_sync.map_stores (name, project_id, url, username, sealed_password, workspace)
     VALUES ('Maps', $1, 'https://maps.example/geoserver', 'crew', 's1.test.x', 'crews')`,
    [forest],
  );
  await app.admin.query(
    `INSERT INTO field_sync.catalog_nodes (name, host, port, username, sealed_password, folder)
     VALUES ('Catalog', 'catalog.example', 443, 'crew', 's1.test.x', 'gis')`,
  );
  await app.admin.query(
    `INSERT INTO field_sync.express_setups (name, url, username, provider_project, geopackage)
     VALUES ('fs_lakes_0123ab', $1, $2, $3, '')`,
    [url, username, lakes.id],
  );

  return {
    ...{ app, ada, forest, waiting, targetId },
    async close(): Promise<void> {
      await sync.close();
      await Promise.all([cloud.close(), publisher.close()]);
    },
  };
}
