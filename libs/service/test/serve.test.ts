import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { Agent, createServer, get } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sendThenRead } from '@cairn/testing';
import { createLogger, serve } from '../src/index.ts';
import type { RunningService } from '../src/index.ts';
import { config, itemsApp } from './fixture/items-app.ts';

const logger = createLogger({ service: 'items', level: 'silent' });
let service: RunningService;

beforeAll(async () => {
  service = await serve({ app: itemsApp(), config, logger, close: async () => {} });
});

afterAll(() => service.stop());

/** Everything the server says until it closes the connection, or until it has been silent for half a second. */
function talk(text: string, idleMs = 500): Promise<{ said: string; closed: boolean }> {
  return new Promise((resolve) => {
    let said = '';
    const socket = connect(service.port, '127.0.0.1', () => socket.write(text));
    const done = (closed: boolean): void => {
      socket.destroy();
      resolve({ said, closed });
    };
    socket.setTimeout(idleMs, () => done(false));
    socket.on('data', (chunk) => (said += chunk.toString('latin1')));
    socket.on('end', () => done(true)).on('error', () => done(true));
  });
}

describe('4: requests that two readers would read differently', () => {
  const head = 'POST /api/books HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
  const smuggled = 'GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n';

  test.each([
    ['CL and TE', `${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`],
    ['TE and CL', `${head}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n${smuggled}`],
    ['two different CL', `${head}Content-Length: 0\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`],
    ['two equal CL', `${head}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}${smuggled}`],
    ['a CL list', `${head}Content-Length: 0, 2\r\n\r\n{}${smuggled}`],
    ['a negative CL', `${head}Content-Length: -1\r\n\r\n${smuggled}`],
    ['TE: xchunked', `${head}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`],
    ['TE: chunked, identity', `${head}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${smuggled}`],
    [
      'two TE',
      `${head}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    ['bare LF between headers', `POST /api/books HTTP/1.1\nHost: x\nContent-Length: 0\n\n${smuggled}`],
    ['bare LF in a chunk', `${head}Transfer-Encoding: chunked\r\n\r\n2\n{}\n0\n\n${smuggled}`],
    ['a space before the colon', `${head}Content-Length : 0\r\n\r\n${smuggled}`],
    ['a folded header', `${head}X-A: b\r\n Content-Length: 5\r\n\r\n${smuggled}`],
    ['no Host', 'GET /api/health HTTP/1.1\r\n\r\n'],
    ['two Host', 'GET /api/health HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n'],
    ['a Host with a user', 'GET /api/health HTTP/1.1\r\nHost: a@x\r\nConnection: close\r\n\r\n'],
    [
      'two Content-Type',
      `${head}Content-Type: text/plain\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
    ],
    ['a NUL in a header', `${head}X-A: a\0b\r\n\r\n${smuggled}`],
    [
      'a header of 100 KB',
      `GET /api/health HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(100_000)}\r\n\r\n${smuggled}`,
    ],
    [
      '100 KB of headers',
      `GET /api/health HTTP/1.1\r\nHost: x\r\n${'X-A: b\r\n'.repeat(12_500)}\r\n${smuggled}`,
    ],
    ['100 KB of address', `GET /${'a'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n${smuggled}`],
  ])('%s: refused with 4xx, closed, and nothing behind it is answered', async (_what, text) => {
    const { said, closed } = await talk(text);
    expect(said).toMatch(/^HTTP\/1\.1 4(00|31) /);
    expect(said).not.toContain('"status":"ok"');
    expect(said.match(/HTTP\/1\.1/g)?.length ?? 0).toBeLessThanOrEqual(1);
    expect(closed).toBe(true);
  });

  test('two honest requests on one connection are both answered', async () => {
    const { said } = await talk(smuggled + smuggled);
    expect(said.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
  });
});

describe('limits', () => {
  test('an upload that is refused early still sees its answer', async () => {
    const size = 4 * 1024 * 1024;
    const { said } = await talk(
      `POST /covers HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data\r\nContent-Length: ${size}\r\n\r\n` +
        'x'.repeat(size),
    );
    expect(said).toMatch(/^HTTP\/1\.1 401 /);
  });

  describe.each([
    ['401', 'POST', '/covers', 'multipart/form-data'],
    ['404', 'POST', '/nowhere', 'application/json'],
    ['405', 'PUT', '/api/health', 'application/json'],
    ['413', 'POST', '/api/books', 'application/json\r\nCookie: sid=ann'],
    ['200', 'GET', '/api/health', 'application/json'],
  ])('%s to %s %s', (status, method, path, type) => {
    const megabyte = Buffer.alloc(1024 * 1024, 'x');
    const head = `${method} ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\n`;

    test.each([2, 20])('reaches a client that sends all of %i MB before it reads', async (count) => {
      for (const connection of ['', 'Connection: close\r\n']) {
        const length = `Content-Length: ${count * megabyte.length}\r\n`;
        const pieces = [`${head}${connection}${length}\r\n`, ...Array<Buffer>(count).fill(megabyte)];
        expect(await sendThenRead(service.port, pieces)).toMatch(`HTTP/1.1 ${status} `);
      }
    });

    test('reaches a client that sends 4 MB in chunks before it reads', async () => {
      const chunk = Buffer.concat([Buffer.from('100000\r\n'), megabyte, Buffer.from('\r\n')]);
      const start = `${head}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n`;
      const pieces = [start, ...Array<Buffer>(4).fill(chunk), '0\r\n\r\n'];
      expect(await sendThenRead(service.port, pieces)).toMatch(`HTTP/1.1 ${status} `);
    });
  });

  test('a request that is not HTTP and 4 MB behind it gets its 400', async () => {
    const pieces = ['POST / HTTP/1.1\r\nHost : x\r\n\r\n', Buffer.alloc(4 * 1024 * 1024, 'x')];
    expect(await sendThenRead(service.port, pieces)).toMatch('HTTP/1.1 400 ');
  });

  test('a client that stops in the middle of its body is answered after a second', async () => {
    const started = performance.now();
    const { said } = await talk(
      'POST /nowhere HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 100\r\n\r\nx',
      2_500,
    );
    expect(said).toMatch(/^HTTP\/1\.1 404 /);
    expect(performance.now() - started).toBeLessThan(2_400);
  });

  test('many connections that send their headers slowly do not keep others out', async () => {
    const slow = Array.from({ length: 300 }, () => connect(service.port, '127.0.0.1'));
    await Promise.all(slow.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
    for (const socket of slow) socket.on('error', () => {}).write('GET /api/health HTTP/1.1\r\nHo');
    const response = await fetch(`http://127.0.0.1:${service.port}/api/health`);
    expect(response.status).toBe(200);
    for (const socket of slow) socket.destroy();
  });
});

describe('the internal port', () => {
  const ask = (path: string, port = service.internalPort): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}${path}`);

  test('shows metrics by route, never by raw path, health and checkReadiness; nothing else', async () => {
    await (await ask('/items/api/books/2', service.port)).text();
    await (await ask('/some/unknown/path', service.port)).text();
    const text = await (await ask('/metrics')).text();
    expect(text).toContain('route="/api/books/{id}",status="401"');
    expect(text).toContain('route="other",status="404"');
    expect(text).toContain('process_cpu_seconds_total');
    expect(text).not.toContain('/some/unknown/path');
    expect((await ask('/readyz')).status).toBe(200);
    expect((await ask('/api/health')).status).toBe(200);
    expect((await ask('/api/books/2')).status).toBe(404);
  });

  test('the public port has no metrics', async () => {
    expect((await ask('/metrics', service.port)).status).toBe(404);
  });
});

describe('stopping', () => {
  test('SIGTERM under load: 50 requests in flight finish, checkReadiness turns, new ones are refused, exit 0', async () => {
    const child = await start();
    const agent = new Agent({ keepAlive: true, maxSockets: 50 });
    const inFlight = Array.from({ length: 50 }, () => ask(child.port, '/wait', agent));
    await child.line('waiting', 50);
    const ready = await fetch(`http://127.0.0.1:${child.internalPort}/readyz`);
    expect(ready.status).toBe(200);
    child.process.kill('SIGTERM');
    await child.line('stopping');
    await expect(ask(child.port, '/api/health')).rejects.toThrow('ECONNREFUSED');
    const unready = await fetch(`http://127.0.0.1:${child.internalPort}/readyz`);
    expect(unready.status).toBe(503);
    const answers = await Promise.all(inFlight);
    expect(answers.filter((answer) => answer === '200 done')).toHaveLength(50);
    await child.line('closed');
    expect(await child.exit).toEqual({ code: 0, signal: null });
    agent.destroy();
  });

  test('idle keep-alive connections do not hold it up, and a request that never ends is cut after the grace time', async () => {
    const child = await start({ GRACE_MS: '500' });
    const idle = connect(child.port, '127.0.0.1');
    const endless = connect(child.port, '127.0.0.1');
    endless
      .on('error', () => {})
      .write(
        'POST /covers HTTP/1.1\r\nHost: x\r\nCookie: sid=ann\r\nContent-Type: multipart/form-data\r\nContent-Length: 100\r\n\r\nx',
      );
    await ask(child.port, '/api/health');
    const started = performance.now();
    child.process.kill('SIGTERM');
    expect(await child.exit).toEqual({ code: 0, signal: null });
    expect(performance.now() - started).toBeLessThan(5000);
    idle.destroy();
    endless.destroy();
  });

  test('an uncaught exception is logged and ends the process with status 1', async () => {
    const child = await start({ CRASH_MS: '50' });
    expect(await child.line('uncaught exception')).toMatchObject({
      level: 'fatal',
      err: { message: 'crash' },
    });
    expect((await child.exit).code).toBe(1);
  });

  test('a second signal does not cut the first one short', async () => {
    const child = await start();
    const slow = ask(child.port, '/wait');
    await child.line('waiting');
    child.process.kill('SIGTERM');
    child.process.kill('SIGTERM');
    expect(await slow).toBe('200 done');
    expect((await child.exit).code).toBe(0);
  });

  test('a process exits with 1 and names its port when the port is in use', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as AddressInfo;
    const child = launch({ PORT: String(port) });
    await child.line(`Port ${port} is in use`);
    expect((await child.exit).code).toBe(1);
    taken.close();
  });
});

interface Launched {
  process: ChildProcess;
  /** The nth log line whose message holds the text. */
  line: (text: string, nth?: number) => Promise<Record<string, unknown>>;
  exit: Promise<{ code: number | null; signal: string | null }>;
}

function launch(env: Record<string, string>): Launched {
  const file = fileURLToPath(new URL('./fixture/items-process.ts', import.meta.url));
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: Record<string, unknown>[] = [];
  const waiting: (() => void)[] = [];
  createInterface({ input: child.stdout! }).on('line', (text) => {
    lines.push(JSON.parse(text) as Record<string, unknown>);
    for (const check of waiting) check();
  });
  return {
    process: child,
    line: (text, nth = 1) =>
      new Promise((resolve) => {
        const check = (): void => {
          const found = lines.filter((line) => String(line.msg).includes(text))[nth - 1];
          if (found) resolve(found);
        };
        waiting.push(check);
        check();
      }),
    exit: new Promise((resolve) => child.once('exit', (code, signal) => resolve({ code, signal }))),
  };
}

async function start(
  env: Record<string, string> = {},
): Promise<Launched & { port: number; internalPort: number }> {
  const child = launch(env);
  const listening = await child.line('listening');
  return { ...child, port: listening.port as number, internalPort: listening.internal_port as number };
}

function ask(port: number, path: string, agent: Agent | false = false): Promise<string> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, agent }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += String(chunk)));
      response.once('end', () => resolve(`${response.statusCode} ${text}`));
    }).once('error', reject);
  });
}
