import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Person } from '@cairn/testing';
import { addLocalPerson } from './local-people.ts';
import { startPointsApp } from './points-app.ts';
import { readPage } from './read-page.ts';

let sync: Awaited<ReturnType<typeof startPointsApp>>;
let boss: Person;
let uma: Person;
let eve: Person;
beforeAll(async () => {
  sync = await startPointsApp({ env: { SYNC_AUTH_MODE: 'local' } });
  boss = await addLocalPerson(sync.app, { name: 'boss', accesslevel: 'Admin' });
  uma = await addLocalPerson(sync.app, { name: 'uma' });
  eve = await addLocalPerson(sync.app, { name: 'eve' });
  await sync.app.admin.query('UPDATE field_sync.projects SET owner_id = $1', [uma.id]);
  await sync.query(`CREATE TABLE field."a & b" AS SELECT n AS id, '<b>' || n AS text FROM generate_series(1, 120) n;
    GRANT SELECT ON field."a & b" TO field_sync`);
});
afterAll(() => sync.close());

const read = (file: string, fields: Record<string, string | number> = {}, person: Person | null = boss) => {
  const all = { id: sync.projectId, ...fields };
  const query = new URLSearchParams(
    Object.entries(all).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return readPage(sync.app, person, `/admin/${file}?${query}`);
};
const cells = (html: string) => [...html.matchAll(/<td>([^<]*)<\/td>/g)].map(([, text]) => text);

test('GET /admin/data.php lists the tables of a project that its link may read', async () => {
  const page = await read('data.php');
  expect(page.status).toBe(200);
  expect(page.withAttribute('data-layer').map(({ attributes }) => attributes['data-name'])).toEqual([
    ...['a & b', 'areas', 'notes', 'odd', 'trees'],
  ]);
  expect(page.html).toContain(`admin/table.php?id=${sync.projectId}&amp;table=a%20%26%20b`);
});

test('GET /admin/data.php without a project offers those that the caller may read', async () => {
  const offeredTo = async (person: Person) => {
    const page = await readPage(sync.app, person, '/admin/data.php');
    expect(page.status).toBe(200);
    return page.withAttribute('href').filter(({ attributes }) => attributes.href?.includes('data.php?id='));
  };
  for (const person of [boss, uma])
    expect(await offeredTo(person)).toMatchObject([
      { attributes: { href: `admin/data.php?id=${sync.projectId}` } },
    ]);
  expect(await offeredTo(eve)).toEqual([]);
  expect((await readPage(sync.app, boss, '/admin/data.php?id=999999')).status).toBe(404);
});

test('GET /admin/table.php has ids, schema, table and columns of its rows', async () => {
  const page = await read('table.php', { table: 'trees' });
  const [table] = page.withAttribute('data-table');
  expect(table).toMatchObject({
    name: 'table',
    attributes: {
      ...{ 'data-table': 'trees', 'data-id': String(sync.projectId), 'data-pglink-id': String(sync.linkId) },
      ...{ 'data-schema': 'field', 'data-columns': 'id,kind,height,A b', 'data-rows': '13' },
    },
  });
  expect(cells(page.html).slice(0, 4)).toEqual(['1', 'ash', '1.5', '1']);
});

test('GET /admin/table.php leads from page to page by links', async () => {
  const seen: string[] = [];
  let path = `admin/table.php?id=${sync.projectId}&table=a+%26+b&sort=id&dir=desc`;
  for (let pages = 0; path !== ''; pages += 1) {
    expect(pages).toBeLessThan(4);
    const page = await readPage(sync.app, boss, `/${path}`);
    expect(page.html).not.toContain('<b>');
    seen.push(...(cells(page.html).filter((text) => /^\d+$/.test(text!)) as string[]));
    path =
      page.withAttribute('rel').find(({ attributes }) => attributes['rel'] === 'next')?.attributes['href'] ??
      '';
  }
  expect(seen).toEqual(Array.from({ length: 120 }, (_, n) => String(120 - n)));
});

test('GET /admin/table.php takes a text and a condition, and says what is wrong with one', async () => {
  const oaks = await read('table.php', { table: 'trees', search: 'OAK', where: 'height > 4' });
  expect(oaks.withAttribute('data-table')[0]?.attributes['data-rows']).toBe('4');
  const bad = await read('table.php', { table: 'trees', where: '1=1 UNION SELECT 1' });
  expect([bad.status, bad.withAttribute('data-table')]).toEqual([200, []]);
  expect(bad.withAttribute('role').map(({ attributes }) => attributes['role'])).toContain('alert');
});

test('GET /admin/table_whole.php has geometries too', async () => {
  const page = await read('table_whole.php', { table: 'trees' });
  expect(page.withAttribute('data-table')[0]?.attributes['data-columns']).toBe('id,kind,height,A b,geom');
  expect(page.html).toContain('&quot;Point&quot;');
});

test.each(['data.php', 'table.php', 'table_whole.php'])(
  'GET /admin/%s is 404 without the project, 403 for that of another, and the sign-in form for nobody',
  async (file) => {
    for (const id of ['999', 'x', ...(file === 'data.php' ? [] : [''])])
      expect((await read(file, { id, table: 'trees' })).status).toBe(404);
    expect((await read(file, { table: 'trees' }, eve)).status).toBe(403);
    expect((await read(file, { table: 'trees' }, uma)).status).toBe(200);
    expect(await read(file, {}, null)).toMatchObject({ status: 302, location: '/field-sync/login.php' });
  },
);

test.each(['nothing', 'cairn_sync_history', 'hidden', 'public.spatial_ref_sys'])(
  'GET /admin/table.php is 404 for the table %s',
  async (table) => {
    expect((await read('table.php', { table })).status).toBe(404);
  },
);

test('GET /admin/project_settings.php leads to the tables of the project', async () => {
  expect((await read('project_settings.php')).html).toContain(`admin/data.php?id=${sync.projectId}`);
});
