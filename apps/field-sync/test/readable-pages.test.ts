import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Person } from '@cairn/testing';
import { insertProject } from './insert-project.ts';
import { addLocalPerson } from './local-people.ts';
import { readPage } from './read-page.ts';
import { startTestFieldSync } from './test-app.ts';
import type { TestFieldSync } from './test-app.ts';

let app: TestFieldSync;
let owner: Person;
let member: Person;
let other: Person;
let projectId: number;
beforeAll(async () => {
  app = await startTestFieldSync({ env: { SYNC_AUTH_MODE: 'local' } });
  const people = ['owner', 'member', 'other'].map((name) => addLocalPerson(app, { name }));
  [owner, member, other] = (await Promise.all(people)) as [Person, Person, Person];
  ({ id: projectId } = await insertProject(app.context, { name: 'Wells', ownerId: owner.id }));
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
});
afterAll(() => app.close());

test('GET /admin/project_settings.php shows a project to its owner and to members of its groups, and is 403 for others', async () => {
  const path = `/admin/project_settings.php?id=${projectId}`;
  expect((await readPage(app, owner, path)).status).toBe(200);
  expect((await readPage(app, member, path)).status).toBe(200);
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

test('GET /admin/project_settings.php tab=files offers readers no removal that they may not do', async () => {
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
});
