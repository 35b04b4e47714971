import type { IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import WebSocket from 'ws';
import { CLOSE, createLogger, serve } from '../src/index.ts';
import { holdSocket } from '../src/sockets/service-socket.ts';
import { config } from './fixture/items-app.ts';
import { store, talkApp } from './fixture/talk-app.ts';
import { ROOT, startTalk } from './fixture/talk-server.ts';

const { opened, open, close } = await startTalk();

afterEach(() => {
  Object.assign(store, { down: false, revoked: false });
  opened.length = 0;
});

afterAll(close);

const closing = async (ws: WebSocket): Promise<[number, string]> =>
  (await once(ws, 'close')) as [number, string];

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
  test('is reported at 1 MiB and again below 256 KiB, and gets every byte', async () => {
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

  test('a client that makes the server answer and reads nothing is disconnected', async () => {
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
  test('14: a user who signs out, or is no longer an administrator, is disconnected within 5 s', async () => {
    const ws = await open();
    const started = performance.now();
    store.revoked = true;
    const [code] = await closing(ws);
    expect(code).toBe(CLOSE.policy);
    expect(performance.now() - started).toBeLessThan(5_000);
    await logged(opened[0]!.log, 'closed 1008 revoked');
  });

  test('a credential store that is away for a moment disconnects no user', async () => {
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
    expect(await closed).toEqual([CLOSE.goingAway, 'The service is restarting. Reconnect.']);
    silent.terminate();
  });
});

describe('the beat', () => {
  test('keeps a client that answers, and disconnects one that does not', async () => {
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
    // Its answers would wait behind what the server does not read: that is not the fault of the client.
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

/** Waits until a socket of the server has logged a line. */
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
