import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Person } from '@cairn/testing';
import { testProjects } from './test-projects.ts';
import { addLocalPerson } from './local-people.ts';
import { readPage } from './read-page.ts';
import { startTestFieldSync } from './test-app.ts';
import type { TestFieldSync } from './test-app.ts';

let app: TestFieldSync;
let owner: Person;
let member: Person;
let other: Person;
let named: Person;
let admin: Person;
let projectId: number;
beforeAll(async () => {
  app = await startTestFieldSync({ env: { SYNC_AUTH_MODE: 'local' } });
  const people = ['owner', 'member', 'other', 'named'].map((name) => addLocalPerson(app, { name }));
  [owner, member, other, named] = (await Promise.all(people)) as [Person, Person, Person, Person];
  admin = await addLocalPerson(app, { name: 'admin', accesslevel: 'Admin' });
  ({ id: projectId } = await testProjects(app).addProject({ name: 'Wells', row: { owner_id: owner.id } }));
  const group = await app.context.db
    .insertInto('groups')
    .values({ name: 'Crew', owner_id: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  await app.context.db.insertInto('group_users').values({ group_id: group.id, user_id: member.id }).execute();
  await app.context.db
    .insertInto('group_projects')
    .values({ group_id: group.id, project_id: projectId })
    .execute();
  await app.context.db
    .updateTable('projects')
    .set({ sync_admins: ['Named@example.org'] })
    .where('id', '=', projectId)
    .execute();
});
afterAll(() => app.close());

test('GET /admin/project_settings.php shows a project to its owner, to members of its groups and to people that it names, and is 403 for others', async () => {
  const path = `/admin/project_settings.php?id=${projectId}`;
  expect((await readPage(app, owner, path)).status).toBe(200);
  expect((await readPage(app, member, path)).status).toBe(200);
  expect((await readPage(app, named, path)).status).toBe(200);
  expect((await readPage(app, other, path)).status).toBe(403);
});

test('GET /admin/index.php lists the projects that the caller may read, and no others', async () => {
  const namesOf = async (person: Person) =>
    (await readPage(app, person, '/admin/index.php'))
      .withAttribute('data-project')
      .map(({ attributes }) => attributes['data-name']);
  expect(await namesOf(owner)).toEqual(['Wells']);
  expect(await namesOf(member)).toEqual(['Wells']);
  expect(await namesOf(other)).toEqual([]);
});

test.each([
  ['GET /admin/action/svc_log.php', (id: number) => `svc_log.php?id=${id}`, 200],
  ['GET /admin/action/files.php (gpkg)', (id: number) => `files.php?id=${id}&gpkg=none.gpkg`, 404],
  ['GET /admin/action/files.php (img)', (id: number) => `files.php?id=${id}&img=none.jpg`, 404],
])('%s is for the owner and members of groups, and 403 for others', async (_name, pathOf, status) => {
  const statusFor = async ({ cookie }: Person) =>
    (await fetch(`${app.url}/admin/action/${pathOf(projectId)}`, { headers: { cookie } })).status;
  expect([await statusFor(owner), await statusFor(member), await statusFor(other)]).toEqual([
    ...[status, status, 403],
  ]);
});

test('GET /admin/action/files.php removes nothing for an owner who does not administer (clean)', async () => {
  const path = `${app.url}/admin/action/files.php?id=${projectId}&clean=true`;
  for (const { cookie } of [owner, other]) {
    const { status } = await fetch(path, { headers: { cookie }, redirect: 'manual' });
    expect(status).toBe(403);
  }
});

test('GET /admin/project_settings.php tab=files offers the removal of packages to administrators alone', async () => {
  const { db } = app.context;
  const key = `ee/${'e'.repeat(64)}-00000000`;
  await db
    .insertInto('objects')
    .values({ key, sha256: 'e'.repeat(64), sha1: 'f'.repeat(40), size: 1 })
    .execute();
  const { id } = await db
    .insertInto('snapshots')
    .values({ project_id: projectId, version: 'v1', package_sha256: 'e'.repeat(64) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('snapshot_files')
    .values({ snapshot_id: id, path: 'trees.gpkg', object_key: key })
    .execute();
  const page = await readPage(app, owner, `/admin/project_settings.php?id=${projectId}&tab=files`);
  expect(page.withAttribute('data-package')).toHaveLength(1);
  expect(page.html).not.toContain('clean=true');
  expect(page.withAttribute('data-who-may')).toHaveLength(1);
  const ofAdmin = await readPage(app, admin, `/admin/project_settings.php?id=${projectId}&tab=files`);
  expect(ofAdmin.html).toContain('clean=true');
});

/** Files of the actions that the forms and buttons of a page send, and whether it says who else may do something. */
async function offeredTo(person: Person, path: string): Promise<{ actions: string[]; saysWho: boolean }> {
  const page = await readPage(app, person, path);
  expect(page.status).toBe(200);
  const posts = page
    .withAttribute('action')
    .filter(({ attributes }) => attributes.method === 'post')
    .map(({ attributes }) => /action\/(\w+\.php)/.exec(attributes.action ?? '')?.[1] ?? '');
  return {
    actions: [...new Set(posts)].toSorted(),
    saysWho: page.withAttribute('data-who-may').length > 0,
  };
}

test.each([
  ['GET /admin/project_settings.php tab=synchronize', 'tab=synchronize', ['backend.php']],
  ['GET /admin/project_settings.php tab=frequency', 'tab=frequency', ['daemon.php']],
  ['GET /admin/project_settings.php tab=runs', 'tab=runs', ['run.php']],
  ['GET /admin/project_settings.php tab=plans', 'tab=plans', ['plan.php']],
  ['GET /admin/project_settings.php tab=project', 'tab=project', ['project.php']],
])(
  '%s has its form for administrators, and for readers what it shows and who may',
  async (_, tab, actions) => {
    await insertPlan();
    const path = `/admin/project_settings.php?id=${projectId}&${tab}`;
    expect(await offeredTo(admin, path)).toEqual({ actions, saysWho: false });
    expect(await offeredTo(owner, path)).toEqual({ actions: [], saysWho: tab !== 'tab=plans' });
    expect(await offeredTo(named, path)).toEqual(
      tab === 'tab=synchronize' ? { actions, saysWho: false } : { actions: [], saysWho: tab !== 'tab=plans' },
    );
  },
);

test('GET /admin/project_settings.php tab=frequency has the documented attributes for readers, too', async () => {
  const page = await readPage(app, owner, `/admin/project_settings.php?id=${projectId}&tab=frequency`);
  expect(page.withAttribute('data-daemon')[0]?.attributes).toMatchObject({
    ...{ 'data-id': String(projectId), 'data-sleep-time': '10', 'data-retention': '30' },
  });
});

test('GET /admin/project_settings.php tab=plans shows readers what would be lost, and that an administrator decides', async () => {
  await insertPlan();
  const page = await readPage(app, owner, `/admin/project_settings.php?id=${projectId}&tab=plans`);
  expect(page.withAttribute('data-lost')).toHaveLength(1);
  expect(page.html).toContain('waits for an administrator');
});

test('GET /admin/svc_log.php offers to empty the log to administrators alone', async () => {
  const path = `/admin/svc_log.php?id=${projectId}`;
  expect(await offeredTo(admin, path)).toEqual({ actions: ['svc_log.php'], saysWho: false });
  expect(await offeredTo(owner, path)).toEqual({ actions: [], saysWho: true });
});

test('GET /admin/index.php leads only administrators to the lists of servers, databases and accounts', async () => {
  const links = async (person: Person) =>
    (await readPage(app, person, '/admin/index.php')).html.match(/admin\/(servers|databases|users)\.php/g);
  expect(await links(admin)).toHaveLength(3);
  expect(await links(owner)).toBeNull();
});

/** A change that waits for a decision. */
async function insertPlan(): Promise<void> {
  const { db } = app.context;
  await db.deleteFrom('plans').execute();
  const run = await db
    .insertInto('runs')
    .values({ project_id: projectId, kind: 'sync', status: 'paused', version: 'v2' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const snapshot = await db
    .insertInto('snapshots')
    .values({ project_id: projectId, version: `v${run.id}`, package_sha256: 'b'.repeat(64) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const item = {
    ...{ id: 'deletions:trees', kind: 'deletions', table: 'trees', sentence: 'All rows would be deleted.' },
    options: [{ id: 'wait', label: 'Do not delete them' }],
    details: { deleted: 1, lostRows: [{ key: '7', values: { species: 'oak' } }] },
  };
  await db
    .insertInto('plans')
    .values({
      ...{ project_id: projectId, run_id: run.id, snapshot_id: snapshot.id, seq: 1 },
      ...{ base_sha256: 'a'.repeat(64), package_sha256: 'b'.repeat(64), items: JSON.stringify([item]) },
    })
    .execute();
}

test('GET /admin/index.php says who is signed in here, with the link that signs out, also for the shell', async () => {
  const { elements, html } = await readPage(app, owner, '/admin/index.php');
  const meta = elements.find(({ attributes }) => attributes.name === 'cairn-sign-in');
  expect(JSON.parse(meta?.attributes.content ?? '')).toEqual({
    ...{
      home: '/field-sync/index.php',
      sign_in: '/field-sync/login.php',
      sign_out: '/field-sync/logout.php',
    },
    ...{ user: { username: 'owner', email: 'owner@example.org' }, admin: false },
  });
  expect(html).toMatch(/Signed in as owner\./);
  const links = elements.filter(({ attributes }) => attributes.href === 'logout.php');
  expect(links.map(({ text }) => text)).toEqual(['Sign out']);
});
