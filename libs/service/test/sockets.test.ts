import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import WebSocket from 'ws';
import { CLOSE, createLogger, openSockets, serve } from '../src/index.ts';
import type { ServiceSocket, SocketServer } from '../src/index.ts';
import { holdSocket } from '../src/sockets/service-socket.ts';
import { config } from './fixture/shelf-app.ts';
import { store, talkApp } from './fixture/talk-app.ts';

let server: Server;
let sockets: SocketServer;
let address: string;
const opened: { socket: ServiceSocket; log: string[] }[] = [];

beforeAll(async () => {
  const app = talkApp((socket, log) => opened.push({ socket, log }));
  server = createServer(app);
  sockets = openSockets(app, server)!;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  Object.assign(store, { down: false, revoked: false });
  opened.length = 0;
});

afterAll(async () => {
  await sockets.close();
  server.close();
});

const ROOT = { cookie: 'sid=root' };

interface Refusal {
  status: number;
  type: string;
  body: string;
}

/** What an upgrade is answered with when it is refused; fails when it is let pass. */
function refusal(path: string, headers: Record<string, string>): Promise<Refusal> {
  const ws = new WebSocket(`ws://${address}${path}`, { headers });
  return new Promise((resolve, reject) => {
    ws.on('open', () => (ws.terminate(), reject(new Error('it was let pass'))));
    ws.on('unexpected-response', (_request, response) => {
      let body = '';
      response.on('data', (chunk) => (body += String(chunk)));
      response.on('end', () =>
        resolve({ status: response.statusCode!, type: response.headers['content-type']!, body }),
      );
    });
  });
}

async function open(path = '/talk', headers: Record<string, string> = {}): Promise<WebSocket> {
  const ws = new WebSocket(`ws://${address}${path}`, {
    headers: { ...ROOT, origin: `http://${address}`, ...headers },
  });
  await once(ws, 'open');
  return ws;
}

const closing = async (ws: WebSocket): Promise<[number, string]> =>
  (await once(ws, 'close')) as [number, string];

describe('before the upgrade', () => {
  const ours = (): Record<string, string> => ({ origin: `http://${address}` });

  test.each([
    ['nobody', '/talk', {}, 401],
    ['nobody, from here', '/talk', 'ours', 401],
    ['who is no administrator', '/talk', { cookie: 'sid=ann' }, 403],
    ['an administrator without an Origin', '/talk', ROOT, 403],
    ['an Origin of null', '/talk', { ...ROOT, origin: 'null' }, 403],
    ['an empty Origin', '/talk', { ...ROOT, origin: '' }, 403],
    ['a foreign Origin', '/talk', { ...ROOT, origin: 'https://evil' }, 403],
    ['an Origin that begins like ours', '/talk', { ...ROOT, origin: 'prefix' }, 403],
    ['our host under another scheme', '/talk', { ...ROOT, origin: 'scheme' }, 403],
    ['our host at another port', '/talk', { ...ROOT, origin: 'http://127.0.0.1:1' }, 403],
    ['a foreign Origin without a cookie', '/talk', { origin: 'https://evil' }, 403],
    ['a foreign Origin with a token', '/talk', { authorization: 'Bearer root', origin: 'https://evil' }, 403],
    ['a token that nobody has', '/talk', { authorization: 'Bearer none' }, 401],
    ['a query that is no number', '/talk?lines=1;id', 'ours+root', 400],
    ['a query below its least', '/talk?lines=0', 'ours+root', 400],
    ['a name twice', '/talk?lines=1&lines=2', 'ours+root', 400],
    ['a prototype', '/talk?__proto__=1', 'ours+root', 400],
    ['an unknown path', '/nowhere', 'ours+root', 404],
    ['a path below the socket', '/talk/.websocket', 'ours+root', 404],
    ['a badly encoded path', '/talk/%ff', 'ours+root', 404],
    ['an operation that is no socket', '/plain', 'ours+root', 400],
  ] as [string, string, Record<string, string> | string, number][])(
    '%s (%s) is refused in plain text, and nothing is started',
    async (_who, path, given, status) => {
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

  test('an ordinary request to a socket is told to upgrade, after the same checks', async () => {
    const answer = await fetch(`http://${address}/talk`, { headers: ROOT });
    expect(answer.status).toBe(426);
    expect(answer.headers.get('upgrade')).toBe('websocket');
    expect(await answer.text()).toBe('This address is a WebSocket; connect to it as one.\n');
    expect((await fetch(`http://${address}/talk`)).status).toBe(401);
  });
});

describe('frames', () => {
  test('text and bytes come and go as they are', async () => {
    const ws = await open();
    ws.send('hällo');
    expect(await once(ws, 'message')).toEqual(['heard hällo']);
    ws.send(Buffer.from([0, 255, 10]));
    expect(await once(ws, 'message')).toEqual([Buffer.from([0, 255, 10])]);
    ws.close();
    await logged(opened[0]!.log, 'closed 1005');
  });

  test.each([
    ['a frame of 1 MiB', (ws: WebSocket) => ws.send(Buffer.alloc(1024 * 1024)), 1009],
    [
      '100,000 fragments',
      (ws: WebSocket) => {
        for (let i = 0; i < 1e5; i += 1) ws.send('', { fin: false });
      },
      1008,
    ],
    ['a text that is refused', (ws: WebSocket) => ws.send('refuse'), 1008],
    ['an error of ours', (ws: WebSocket) => ws.send('fail'), 1011],
    ['text that is no UTF-8', (ws: WebSocket) => rawOf(ws).write(maskedFrame(0x81, [0xff])), 1007],
    ['a frame of an unknown kind', (ws: WebSocket) => rawOf(ws).write(maskedFrame(0x83, [1])), 1002],
  ] as [string, (ws: WebSocket) => void, number][])(
    '%s closes the connection with its code, and the next one is served',
    async (_what, send, code) => {
      const ws = await open();
      ws.on('error', () => {});
      const closed = closing(ws);
      send(ws);
      const [got, reason] = await closed;
      expect(got).toBe(code);
      expect(reason).not.toContain('secrets');
      const next = await open();
      next.send('still there?');
      expect(await once(next, 'message')).toEqual(['heard still there?']);
      next.terminate();
    },
  );

  test('a long reason is cut between two letters', async () => {
    const ws = await open();
    ws.send('refuse');
    const [, reason] = await closing(ws);
    expect(reason).toMatch(/^Not that: ä+…$/);
  });
});

describe('a reader that does not keep up', () => {
  test('is told of at 1 MiB and again below 256 KiB, and gets every byte', async () => {
    const ws = await open();
    const { socket, log } = opened[0]!;
    let received = 0;
    ws.on('message', (data: Buffer) => (received += data.length));
    rawOf(ws).pause();
    const chunk = Buffer.alloc(64 * 1024, 120);
    let sent = 0;
    while (!log.includes('pressed') && sent < 64 * 1024 * 1024) {
      socket.sendBytes(chunk);
      sent += chunk.length;
      await new Promise(setImmediate);
    }
    expect(log).toEqual([expect.anything(), 'pressed']);
    rawOf(ws).resume();
    while (received < sent) await once(ws, 'message');
    expect(log).toEqual([expect.anything(), 'pressed', 'relieved']);
    ws.terminate();
  });

  test('who makes us answer and reads nothing is cut off', async () => {
    const ws = await open();
    const { socket, log } = opened[0]!;
    rawOf(ws).pause();
    for (let i = 0; i < 4000 && socket.isOpen; i += 1) {
      socket.sendText('x'.repeat(16_000));
      if (i % 10 === 0) await new Promise(setImmediate);
    }
    expect(socket.isOpen).toBe(false);
    await logged(log, 'closed 1006');
    ws.terminate();
  });
});

describe('the end', () => {
  test('14: who signs out, or is no administrator any more, is cut off within 5 s', async () => {
    const ws = await open();
    const started = performance.now();
    store.revoked = true;
    const [code] = await closing(ws);
    expect(code).toBe(CLOSE.policy);
    expect(performance.now() - started).toBeLessThan(5_000);
    await logged(opened[0]!.log, 'closed 1008 revoked');
  });

  test('a credential store that is away for a moment cuts nobody off', async () => {
    const ws = await open();
    store.down = true;
    await delay(4_500);
    store.down = false;
    ws.send('here');
    expect(await once(ws, 'message')).toEqual(['heard here']);
    ws.terminate();
  });

  test('a peer that vanishes is noticed', async () => {
    const ws = await open();
    rawOf(ws).resetAndDestroy();
    ws.on('error', () => {});
    await logged(opened[0]!.log, 'closed 1006');
  });
});

describe('a server that stops', () => {
  test('closes its WebSockets with 1001 and does not wait for those that do not answer', async () => {
    const app = talkApp((socket, log) => opened.push({ socket, log }));
    const service = await serve({
      app,
      config: { ...config, basePath: '/talks' },
      logger: createLogger({ service: 'talk', level: 'silent' }),
      close: async () => {},
    });
    const there = `127.0.0.1:${service.port}`;
    const talk = (): WebSocket =>
      new WebSocket(`ws://${there}/talk`, { headers: { ...ROOT, origin: `http://${there}` } });
    const [polite, silent] = [talk(), talk()];
    await Promise.all([once(polite, 'open'), once(silent, 'open')]);
    rawOf(silent).pause();
    const closed = closing(polite);
    const started = performance.now();
    await service.stop();
    expect(performance.now() - started).toBeLessThan(4_000);
    expect(await closed).toEqual([CLOSE.goingAway, 'The service is being restarted; connect again.']);
    silent.terminate();
  });
});

describe('the beat', () => {
  test('keeps who answers, and hangs up on who does not', async () => {
    const wss = new WebSocket.Server({ port: 0, host: '127.0.0.1' });
    await once(wss, 'listening');
    const client = new WebSocket(`ws://127.0.0.1:${(wss.address() as AddressInfo).port}`);
    const [ws, request] = (await once(wss, 'connection')) as [WebSocket, IncomingMessage];
    const held = holdSocket(ws, request.socket, createLogger({ service: 'talk', level: 'silent' }));
    held.listen({ onText() {}, onBytes() {}, onPressure() {}, onClose() {} });
    for (let beat = 0; beat < 3; beat += 1) {
      held.beat();
      await once(ws, 'pong');
    }
    rawOf(client).pause();
    held.beat();
    // Its answers would wait unread behind what is not read here: that is no fault of the peer.
    held.pauseReading();
    held.beat();
    expect(held.isOpen).toBe(true);
    held.resumeReading();
    held.beat();
    held.beat();
    expect((await held.ended).code).toBe(1006);
    client.terminate();
    wss.close();
  });
});

/** Waits until a socket of the server has noted a line. */
async function logged(log: string[], line: string): Promise<void> {
  const until = performance.now() + 3_000;
  while (!log.includes(line) && performance.now() < until) await delay(5);
  expect(log).toContain(line);
}

/** The connection below the client. */
function rawOf(ws: WebSocket): Socket {
  return (ws as unknown as { _socket: Socket })._socket;
}

function maskedFrame(head: number, payload: number[]): Buffer {
  return Buffer.from([head, 0x80 | payload.length, 0, 0, 0, 0, ...payload]);
}
