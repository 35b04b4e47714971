import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import WebSocket from 'ws';
import { store } from './fixture/talk-app.ts';
import { ROOT, startTalk } from './fixture/talk-server.ts';

const { address, opened, open, close } = await startTalk();

afterEach(() => {
  Object.assign(store, { down: false });
  opened.length = 0;
});

afterAll(close);

interface Refusal {
  status: number;
  type: string;
  body: string;
}

/** The answer to an upgrade that is refused; fails when the socket opens. */
function refusal(path: string, headers: Record<string, string>, host = address): Promise<Refusal> {
  const ws = new WebSocket(`ws://${host}${path}`, { headers });
  return new Promise((resolve, reject) => {
    ws.on('open', () => (ws.terminate(), reject(new Error('the socket opened'))));
    ws.on('unexpected-response', (_request, response) => {
      let body = '';
      response.on('data', (chunk) => (body += String(chunk)));
      response.on('end', () =>
        resolve({ status: response.statusCode!, type: response.headers['content-type']!, body }),
      );
    });
  });
}

describe('before the upgrade', () => {
  const ours = (): Record<string, string> => ({ origin: `http://${address}` });

  test.each([
    ['a request without sign-in', '/talk', {}, 401],
    ['a request without sign-in from our origin', '/talk', 'ours', 401],
    ['a user who is not an administrator', '/talk', { cookie: 'sid=ann' }, 403],
    ['an administrator without an Origin', '/talk', ROOT, 403],
    ['an Origin of null', '/talk', { ...ROOT, origin: 'null' }, 403],
    ['an empty Origin', '/talk', { ...ROOT, origin: '' }, 403],
    ['a foreign Origin', '/talk', { ...ROOT, origin: 'https://evil' }, 403],
    ['an Origin that begins like ours', '/talk', { ...ROOT, origin: 'prefix' }, 403],
    ['our host under another scheme', '/talk', { ...ROOT, origin: 'scheme' }, 403],
    ['our host at another port', '/talk', { ...ROOT, origin: 'http://127.0.0.1:1' }, 403],
    ['a foreign Origin without a cookie', '/talk', { origin: 'https://evil' }, 403],
    ['a foreign Origin with a token', '/talk', { authorization: 'Bearer root', origin: 'https://evil' }, 403],
    ['an unknown token', '/talk', { authorization: 'Bearer none' }, 401],
    ['a query that is not a number', '/talk?lines=1;id', 'ours+root', 400],
    ['a query below its minimum', '/talk?lines=0', 'ours+root', 400],
    ['a name twice', '/talk?lines=1&lines=2', 'ours+root', 400],
    ['a prototype', '/talk?__proto__=1', 'ours+root', 400],
    ['an unknown path', '/nowhere', 'ours+root', 404],
    ['a path below the socket', '/talk/.websocket', 'ours+root', 404],
    ['a badly encoded path', '/talk/%ff', 'ours+root', 404],
    ['an operation that is not a socket', '/plain', 'ours+root', 400],
  ] as [string, string, Record<string, string> | string, number][])(
    '%s (%s) is refused in plain text, and nothing is started',
    async (_what, path, given, status) => {
      const headers =
        typeof given === 'string' ? (given === 'ours' ? ours() : { ...ours(), ...ROOT }) : { ...given };
      if (headers.origin === 'prefix') headers.origin = `http://${address}.evil`;
      if (headers.origin === 'scheme') headers.origin = `https://${address}`;
      const answer = await refusal(path, headers);
      expect(answer).toEqual({
        status,
        type: 'text/plain; charset=utf-8',
        body: expect.stringMatching(/^[A-Z"].*[.]\n$/),
      });
      expect(opened).toHaveLength(0);
    },
  );

  describe('of a platform with a public address', () => {
    const publicUrl = 'https://maps.example.org';
    let talk: Awaited<ReturnType<typeof startTalk>>;

    beforeAll(async () => {
      talk = await startTalk({ publicUrl });
    });
    afterAll(() => talk.close());

    test.each([
      ['its public address', () => ({ origin: publicUrl })],
      ['the address that was requested', () => ({ origin: `http://${talk.address}` })],
      [
        'the address that was requested over https, behind a proxy that does not say so',
        () => ({ origin: `https://${talk.address}`, 'sec-fetch-site': 'same-origin' }),
      ],
    ])('opens for a page at %s', async (_where, headers) => {
      (await talk.open('/talk', headers())).terminate();
      expect(talk.opened.splice(0)).toHaveLength(1);
    });

    test.each([
      ['another site', { ...ROOT, origin: 'https://evil.example' }, 403],
      [
        'a name that another site points here (DNS rebinding), to which browsers send no cookie of ours',
        { origin: 'http://evil.example', host: 'evil.example' },
        401,
      ],
    ])('stays closed for a page at %s', async (_where, headers, status) => {
      expect(await refusal('/talk', headers, talk.address)).toMatchObject({ status });
    });
  });

  test('while sign-in cannot be checked it is refused with 503', async () => {
    store.down = true;
    expect(await refusal('/talk', { ...ours(), ...ROOT })).toMatchObject({ status: 503 });
  });

  test('with and without the base path, and with a token that needs no Origin, it opens', async () => {
    for (const path of ['/talk?lines=3', '/talks/talk?lines=3']) (await open(path)).terminate();
    const ws = new WebSocket(`ws://${address}/talk`, { headers: { authorization: 'Bearer root' } });
    await once(ws, 'open');
    ws.terminate();
    expect(opened.map(({ log }) => log[0])).toEqual(['root {"lines":3}', 'root {"lines":3}', 'root {}']);
  });

  test('an ordinary request to a socket is answered with 426, after the same checks', async () => {
    const answer = await fetch(`http://${address}/talk`, { headers: ROOT });
    expect(answer.status).toBe(426);
    expect(answer.headers.get('upgrade')).toBe('websocket');
    expect(await answer.text()).toBe('This address is a WebSocket; connect to it as one.\n');
    expect((await fetch(`http://${address}/talk`)).status).toBe(401);
  });
});
