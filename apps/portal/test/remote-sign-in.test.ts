import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createAuth } from '@cairn/auth';
import { ANONYMOUS } from '@cairn/service';
import { SERVICE_SECRET, startTestPortal } from './test-app.ts';
import type { Person, TestPortal } from './test-app.ts';

const REMOTE = { serviceSecret: SERVICE_SECRET, serviceName: 'remote', acceptTokens: true };

let portal: TestPortal;
let user: Person;

beforeAll(async () => {
  portal = await startTestPortal();
  user = await portal.addUser({ username: 'reader' });
});
afterAll(() => portal.close());

const request = (headers: Record<string, string>) => ({ headers }) as never;

describe('a service that cannot reach the database', () => {
  test('asks the portal for the identity of the caller', async () => {
    for (const centralDatabaseUrl of [undefined, 'postgres://nobody@127.0.0.1:1/none']) {
      const remote = createAuth({
        ...(centralDatabaseUrl ? { centralDatabaseUrl } : {}),
        portalUrl: portal.url,
        ...REMOTE,
      });
      expect(await remote.identify(request({ cookie: user.cookie }))).toMatchObject({
        kind: 'user',
        id: user.id,
        via: 'session',
      });
      const token = await portal.addToken(user.id);
      expect(await remote.identify(request({ authorization: `Bearer ${token.secret}` }))).toMatchObject({
        via: 'token',
      });
      expect(await remote.identify(request({ cookie: `platform_session=${'x'.repeat(43)}` }))).toEqual(
        ANONYMOUS,
      );
      await remote.close();
    }
  });

  test('asks the next of several addresses when one does not answer', async () => {
    const gone = 'http://127.0.0.1:9/api/me';
    const remote = createAuth({ ...REMOTE, meUrls: [gone, `${portal.url}/none`, `${portal.url}/api/me`] });
    expect(await remote.identify(request({ cookie: user.cookie }))).toMatchObject({ id: user.id });
    await remote.close();
    const away = createAuth({ ...REMOTE, portalUrl: portal.url, meUrls: [gone, gone] });
    await expect(away.identify(request({ cookie: user.cookie }))).rejects.toMatchObject({
      kind: 'unavailable',
    });
    await away.close();
  });

  test('sends the portal only the credential that it checks', async () => {
    const seen: IncomingMessage[] = [];
    const spy = createServer((asked, answer) => {
      seen.push(asked);
      const user = { id: 1, username: 'ada', email: '', groups: [], group_ids: [] };
      answer.end(JSON.stringify({ authenticated: true, user, admin: false, server_time: '' }));
    });
    await new Promise<void>((resolve) => spy.listen(0, '127.0.0.1', resolve));
    const remote = createAuth({
      portalUrl: `http://127.0.0.1:${(spy.address() as AddressInfo).port}`,
      ...REMOTE,
    });
    const actor = await remote.identify(
      request({ authorization: 'Basic YWRhOnNlY3JldA==', cookie: `other=secret; ${user.cookie}` }),
    );
    await remote.close();
    spy.closeAllConnections();
    spy.close();
    expect(actor.via).toBe('session');
    expect(seen[0]?.headers.authorization).toBeUndefined();
    expect(seen[0]?.headers.cookie).toBe(user.cookie);
  });

  test('returns 503 when the portal does not respond either', async () => {
    const hanging = createServer(() => undefined);
    await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve));
    const remote = createAuth({
      portalUrl: `http://127.0.0.1:${(hanging.address() as AddressInfo).port}`,
      ...REMOTE,
    });
    const begun = performance.now();
    await expect(remote.identify(request({ cookie: user.cookie }))).rejects.toMatchObject({
      kind: 'unavailable',
    });
    expect(performance.now() - begun).toBeLessThan(3000);
    expect(await remote.identify(request({}))).toEqual(ANONYMOUS);
    await remote.close();
    hanging.closeAllConnections();
    hanging.close();
  });
});
