import { createServer, get } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import { until } from '@cairn/testing';
import { currentPerson, JsonText, streaming } from '../src/index.ts';
import type { Person } from '../src/person.ts';
import { guard, handlers, itemsApp, itemsContract } from './fixture/items-app.ts';

const LARGE = 32 * 1024 * 1024;
let server: Server;

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** The fixture on a port, and which requests were identified and which have ended. */
async function openItems(changes: Parameters<typeof itemsApp>[0]) {
  const seen = { identified: 0, left: [] as (string | undefined)[] };
  const identify = async (req: Parameters<typeof guard.identify>[0]) => {
    const actor = await guard.identify(req);
    seen.identified += 1;
    return actor;
  };
  server = createServer(itemsApp({ guard: { ...guard, identify }, checkResponses: false, ...changes }));
  server.on('request', (req, res) => res.once('close', () => seen.left.push(req.url)));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const port = (server.address() as AddressInfo).port;
  const ask = (path: string, headers: Record<string, string> = {}, signal?: AbortSignal) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers, ...(signal ? { signal } : {}) });
  /** Sends a request and reads nothing of the answer. */
  const stall = (path: string): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const request = get({ port, host: '127.0.0.1', path, agent: false }, resolve);
      request.once('error', reject);
    });
  const arrived = async (count: number) => {
    await until('the request arrives', () => seen.identified === count);
    await turn();
  };
  return { port, ask, stall, arrived, seen };
}

/** listBooks waits for its release and notes which requests have begun. */
function heldBooks() {
  const begun: string[] = [];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const listBooks = async ({ query }: any) => {
    begun.push(query.tag[0]);
    await released;
    return { limit: 1 };
  };
  return { begun, release, handlers: { ...handlers, listBooks } as typeof handlers };
}

const from = (ip: string) => ({ 'x-forwarded-for': ip });

describe('the requests of visitors', () => {
  test('are limited by network: more of them wait, then get 429, and other networks and users are not delayed', async () => {
    const held = heldBooks();
    const { ask, arrived } = await openItems({
      handlers: held.handlers,
      visitors: { atOnce: 2, maxWaiting: 2, cheap: ['me'] },
    });
    const answers = [];
    for (const [i, ip] of ['2001:db8::1', '2001:db8::2', '2001:db8::3', '2001:db8::4'].entries()) {
      answers.push(ask(`/api/books?tag=v${i}`, from(ip)));
      await arrived(i + 1);
    }
    const refused = await ask('/api/books?tag=v4', from('2001:db8::5'));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
    expect((await ask('/api/me', from('2001:db8::5'))).status).toBe(200);
    answers.push(ask('/api/books?tag=other', from('2001:db8:0:1::1')));
    answers.push(ask('/api/books?tag=ann', { ...from('2001:db8::1'), cookie: 'sid=ann' }));
    await until('the others begin', () => held.begun.length === 4);
    expect(held.begun.slice(0, 2)).toEqual(['v0', 'v1']);
    expect(held.begun.slice(2).toSorted()).toEqual(['ann', 'other']);
    held.release();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(held.begun.slice(4)).toEqual(['v2', 'v3']);
  });

  test('are not begun when their client has left', async () => {
    const held = heldBooks();
    const { ask, arrived, seen } = await openItems({ handlers: held.handlers, visitors: { atOnce: 1 } });
    const first = ask('/api/books?tag=first');
    await arrived(1);
    const leaving = new AbortController();
    const left = ask('/api/books?tag=left', {}, leaving.signal).catch((error: Error) => error.name);
    await arrived(2);
    leaving.abort();
    expect(await left).toBe('AbortError');
    await until('the client leaves', () => seen.left.includes('/api/books?tag=left'));
    held.release();
    await first;
    expect((await ask('/api/books?tag=next')).status).toBe(200);
    expect(held.begun).toEqual(['first', 'next']);
  });

  test('do not hold a place while a file is streamed to a client that reads nothing', async () => {
    const piece = Buffer.alloc(64 * 1024, ' ');
    const endless = Readable.from(
      (function* () {
        for (;;) yield piece;
      })(),
    );
    const me = streaming(async ({ res }: any) => {
      await pipeline(endless, res).catch(() => undefined);
    });
    const { ask, stall } = await openItems({
      handlers: { ...handlers, me } as typeof handlers,
      visitors: { atOnce: 1, maxWaiting: 0 },
    });
    const file = await stall('/api/me');
    expect((await ask('/api/books')).status).toBe(200);
    file.destroy();
  });

  test('hold a place while an answer is buffered in memory, and the answer is cut when the client reads nothing', async () => {
    const listBooks = ({ query }: any) =>
      query.tag ? { limit: 1 } : new JsonText<any>([Buffer.alloc(LARGE, ' '), Buffer.from('{}')]);
    const { ask, stall } = await openItems({
      handlers: { ...handlers, listBooks } as typeof handlers,
      visitors: { atOnce: 1, maxWaiting: 0, stillMs: 300 },
    });
    const large = await stall('/api/books');
    const cut = new Promise((resolve) => large.once('error', resolve));
    expect((await ask('/api/books?tag=x')).status).toBe(429);
    await until('the turn is given back', async () => (await ask('/api/books?tag=x')).status === 200);
    large.resume();
    expect(await cut).toMatchObject({ code: 'ECONNRESET' });
  });

  test('count as one person for each network in createFairSemaphore', async () => {
    const persons: (Person | null)[] = [];
    const { ask } = await openItems({
      handlers: { ...handlers, me: () => void persons.push(currentPerson()) as never },
    });
    await ask('/api/me', from('2001:db8::1:2:3:4'));
    await ask('/api/me', from('2001:db8::5:6:7:8'));
    await ask('/api/me', { cookie: 'sid=ann' });
    expect(persons).toEqual([
      { name: 'visitor 2001:db8:0:0::/64', isVisitor: true },
      { name: 'visitor 2001:db8:0:0::/64', isVisitor: true },
      { name: 'user 1', isVisitor: false },
    ]);
  });
});

describe('where signing in is optional', () => {
  const bearer = { authorization: 'Bearer unknown' };
  const broken = { cookie: 'sid=broken-store' };

  test('an invalid bearer token is 401, an expired cookie makes a visitor, and a credential that cannot be checked is 503', async () => {
    const { ask } = await openItems({});
    const statuses = [bearer, { cookie: 'sid=stale' }, broken, { authorization: 'Basic YTpi' }, {}].map(
      async (headers) => (await ask('/api/me', headers as Record<string, string>)).status,
    );
    expect(await Promise.all(statuses)).toEqual([401, 200, 503, 200, 200]);
  });

  test('a page is shown when the credential cannot be checked', async () => {
    const contract = itemsContract();
    contract.paths['/api/me']!.get!['x-page'] = true;
    const { ask } = await openItems({ contract });
    expect((await ask('/api/me', broken)).status).toBe(200);
  });
});
