import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Person } from '@cairn/testing';
import { addLocalPerson } from './local-people.ts';
import { startTestFieldSync } from './test-app.ts';
import type { TestFieldSync } from './test-app.ts';

const platformCookie = (letter: string) => `platform_session=${letter.repeat(43)}`;
const users: Record<string, object> = {
  [platformCookie('a')]: { user: { username: 'root', groups: ['Admins'] }, admin: false },
  [platformCookie('b')]: { user: { username: 'bob', groups: ['Crews'] }, admin: false },
};
/** The portal, which knows two people. */
const portal = createServer(({ headers }, res) => {
  const known = users[headers.cookie ?? ''];
  res.end(JSON.stringify({ authenticated: known !== undefined, ...known }));
});

let app: TestFieldSync;
let boss: Person;
beforeAll(async () => {
  await new Promise<void>((done) => portal.listen(0, '127.0.0.1', done));
  app = await startTestFieldSync({
    env: {
      CENTRAL_DATABASE_URL: '',
      CENTRAL_API_ME_URL: `http://127.0.0.1:${(portal.address() as AddressInfo).port}/api/me`,
    },
  });
  boss = await addLocalPerson(app, { name: 'boss', accesslevel: 'Admin' });
});
afterAll(async () => {
  portal.close();
  await app.close();
});

const audit = async (cookie: string) => (await app.ask({ ...boss, cookie }, { path: '/api/audit' })).status;

test('a request without the platform’s cookie is answered as in local mode', async () => {
  expect(await audit(boss.cookie)).toBe(200);
  expect(await audit(`${boss.cookie}; platform_session=`)).toBe(200);
  expect((await app.ask(null, { path: '/login.php' })).status).toBe(200);
});

test('GET /admin/index.php has a sign-in of its own for the shell only where the request is not raised', async () => {
  const hasOwn = async (cookie: string) => {
    const { body } = await app.ask({ ...boss, cookie }, { path: '/admin/index.php' });
    return String(body).includes('name="cairn-sign-in"');
  };
  expect([await hasOwn(boss.cookie), await hasOwn(platformCookie('a'))]).toEqual([true, false]);
});

test('the platform’s cookie raises a request to central mode, where sessions of local mode count for nothing', async () => {
  expect(await audit(platformCookie('a'))).toBe(200);
  expect(await audit(`${boss.cookie}; ${platformCookie('b')}`)).toBe(403);
  expect(await audit(`${boss.cookie}; ${platformCookie('x')}`)).toBe(401);
  const { status, headers } = await app.ask({ ...boss, cookie: platformCookie('x') }, { path: '/login.php' });
  expect([status, headers.get('location')]).toEqual([303, '/login?next=%2Ffield-sync%2Findex.php']);
});
