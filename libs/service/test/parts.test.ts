import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import {
  callService,
  createLogger,
  outboundFetch,
  readDataServiceConfig,
  readServiceConfig,
} from '../src/index.ts';
import type { Call } from '../src/index.ts';

describe('configuration', () => {
  test('the defaults are a production service on loopback', () => {
    expect(readServiceConfig({}, { port: 8883 })).toEqual({
      host: '127.0.0.1',
      port: 8883,
      internalPort: 9883,
      basePath: '',
      trustedProxies: ['loopback'],
      logLevel: 'info',
      nodeEnv: 'production',
    });
  });

  test('values are read as what they mean, and empty ones count as unset', () => {
    const env = {
      PORT: '9000',
      INTERNAL_PORT: '9001',
      BASE_PATH: '/maps/vault/',
      PUBLIC_URL: 'https://maps.example.org/',
      TRUSTED_PROXIES: 'loopback, 10.0.0.0/8',
      HOST: '',
    };
    expect(readServiceConfig(env, { port: 1 })).toMatchObject({
      host: '127.0.0.1',
      port: 9000,
      internalPort: 9001,
      basePath: '/maps/vault',
      publicUrl: 'https://maps.example.org',
      trustedProxies: ['loopback', '10.0.0.0/8'],
    });
  });

  test('every problem gets one sentence', () => {
    const env = { PORT: 'x', BASE_PATH: '//evil', PUBLIC_URL: 'https://a/b', LOG_LEVEL: 'loud' };
    const read = (): unknown => readServiceConfig(env, { port: 1 });
    expect(read).toThrow('PORT must be integer.');
    expect(read).toThrow('BASE_PATH must be a path such as /vault.');
    expect(read).toThrow('PUBLIC_URL must be an origin');
    expect(read).toThrow('LOG_LEVEL must be one of trace');
  });

  test.each([
    'postgres://portal:pw@127.0.0.1:5432',
    'postgres://127.0.0.1/',
    'http://127.0.0.1/cairn',
    'cairn',
  ])('the address %s of a database is refused, because it does not name one', (DATABASE_URL) => {
    const env = { DATABASE_URL, SERVICE_SECRET: '9f2c4e6a8b0d1f3e5c7a9b8d6f4e2c0a' };
    const defaults = { name: 'vault', port: 1, maxUploadBytes: 1024, properties: {} };
    expect(() => readDataServiceConfig(env, defaults)).toThrow(
      'DATABASE_URL must be an address that names a database',
    );
  });
});

describe('the log', () => {
  test('holds no secrets, wherever the field is', () => {
    const lines: string[] = [];
    const logger = createLogger({
      service: 'items',
      destination: { write: (line: string) => void lines.push(line) },
    });
    logger.info(
      {
        password: 'S0',
        headers: { cookie: 'S0', authorization: 'S0' },
        a: { b: { token: 'S0', secret: 'S0' } },
      },
      'x',
    );
    const refusedLogin = Object.assign(new Error('WRONGPASS'), { command: { name: 'hello', args: ['S0'] } });
    logger.warn({ err: refusedLogin });
    logger.warn({ err: new AggregateError([refusedLogin]) });
    expect(lines.join()).not.toContain('S0');
    expect(JSON.parse(lines[0]!)).toMatchObject({ service: 'items', level: 'info', password: '[redacted]' });
  });
});

describe('calls to other services', () => {
  const servers: ReturnType<typeof createServer>[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.close();
      server.closeAllConnections();
    }
  });

  async function listen(answer: (req: IncomingMessage, res: ServerResponse) => void): Promise<string> {
    const server = createServer(answer);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const call = {
    requestId: 'request-0001',
    signal: new AbortController().signal,
    request: { headers: { cookie: 'platform_session=s', authorization: 'Bearer t' } },
  } as unknown as Call;

  test('the request id travels, credentials only when asked, and redirects are not followed', async () => {
    const url = await listen((req, res) => {
      res.writeHead(req.url === '/away' ? 302 : 200, { Location: 'http://elsewhere.invalid/' });
      res.end(
        JSON.stringify({
          id: req.headers['x-request-id'],
          cookie: req.headers.cookie,
          accept: req.headers.accept,
        }),
      );
    });
    expect(await (await callService({ url, call })).json()).toEqual({ id: 'request-0001', accept: '*/*' });
    const forwarded = await callService({
      url,
      call,
      forwardCredentials: true,
      headers: { Accept: 'text/x' },
    });
    expect(await forwarded.json()).toEqual({
      id: 'request-0001',
      cookie: 'platform_session=s',
      accept: 'text/x',
    });
    expect((await callService({ url: `${url}/away` })).status).toBe(302);
  });

  test('a service that hangs costs its deadline and is unavailable', async () => {
    const url = await listen(() => {});
    const started = performance.now();
    await expect(callService({ url, deadlineMs: 200 })).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'outbound.late',
    });
    expect(performance.now() - started).toBeLessThan(500);
  });

  test('a service that is not there is a bad gateway, and its address stays inside', async () => {
    const attempt = outboundFetch()(new Request('http://127.0.0.1:1/x'));
    await expect(attempt).rejects.toMatchObject({ kind: 'bad_gateway' });
    await expect(attempt).rejects.not.toThrow('127.0.0.1');
  });

  test('the deadline covers the body as well', async () => {
    const url = await listen((_req, res) => {
      res.writeHead(200);
      res.write('{');
    });
    const response = await callService({ url, deadlineMs: 200 });
    await expect(response.text()).rejects.toThrow();
  });
});
