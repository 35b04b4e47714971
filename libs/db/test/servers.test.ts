import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type pg from 'pg';
import { createTestDatabase } from '@cairn/testing';
import type { TestDatabase } from '@cairn/testing';
import {
  createSessionPool,
  openSession,
  serverReason,
  sessionTrouble,
  useDatabasesNames,
} from '../src/index.ts';
import type { ServerAddress, SessionPool } from '../src/index.ts';

let database: TestDatabase;
let address: ServerAddress;

beforeAll(async () => {
  database = await createTestDatabase();
  const { hostname, port, username, password, pathname } = new URL(database.adminUrl);
  const user = decodeURIComponent(username);
  address = {
    host: hostname,
    port: Number(port),
    database: pathname.slice(1),
    user,
    password: decodeURIComponent(password),
    sslmode: 'prefer',
  };
});

afterAll(() => database.drop());

type Work<T> = (client: pg.ClientBase) => Promise<T>;

/** The two ways to a session. */
const ways = {
  async 'a session of its own'<T>(to: ServerAddress, work: Work<T>): Promise<T> {
    const { client, close } = await openSession(to, { applicationName: 'test', statementTimeoutMs: 200 });
    return work(client).finally(close);
  },
  async 'a session of a pool'<T>(to: ServerAddress, work: Work<T>): Promise<T> {
    const pool = createSessionPool(to, { applicationName: 'test', statementTimeoutMs: 200, idleMs: 1_000 });
    try {
      const { client, release } = await pool.connect();
      return await work(client).finally(() => release());
    } finally {
      void pool.close();
    }
  },
};

describe.each(Object.entries(ways))('%s', (_name, inSession) => {
  test('takes names for the server’s own, and for the database’s only until a transaction ends', async () => {
    const path = async (client: pg.ClientBase): Promise<string> =>
      (await client.query('SHOW search_path')).rows[0].search_path;
    const seen = await inSession(address, async (client) => {
      const before = await path(client);
      await client.query('BEGIN');
      await useDatabasesNames(client);
      const within = await path(client);
      await client.query('COMMIT');
      return [before, within, await path(client)];
    });
    expect(seen).toEqual(['pg_catalog', '"$user", public', 'pg_catalog']);
  });

  test('is ended by the server in a statement that takes too long', async () => {
    const error = await inSession(address, (client) => client.query('SELECT pg_sleep(5)')).catch(
      (failure: unknown) => failure,
    );
    expect(sessionTrouble(error)).toBe('slow');
  });

  test('is not had from a server that lets everybody in and then answers nothing', async () => {
    const mute = await openMuteServer();
    try {
      const asked = inSession({ ...address, port: mute.port }, () => Promise.resolve());
      const error = await asked.catch((failure: unknown) => failure);
      expect(serverReason(error, address).kind).toBe('unreachable');
    } finally {
      mute.close();
    }
  });
});

describe('a pool of sessions', () => {
  /** What it is told within two seconds. */
  async function emptied(to: ServerAddress, use: (pool: SessionPool) => Promise<unknown>): Promise<boolean> {
    let pool: SessionPool | undefined;
    const told = new Promise<boolean>((done) => {
      const onEmpty = (): void => done(true);
      pool = createSessionPool(to, { applicationName: 'test', statementTimeoutMs: 200, idleMs: 50, onEmpty });
      setTimeout(() => done(false), 2_000);
    });
    try {
      await use(pool!);
      return await told;
    } finally {
      await pool!.close();
    }
  }

  test('says when nobody has used its last session for a while', async () => {
    expect(await emptied(address, async (pool) => (await pool.connect()).release())).toBe(true);
  });

  test('says when it could open none', async () => {
    const nowhere = { ...address, port: 1 };
    expect(await emptied(nowhere, (pool) => pool.connect().catch(() => undefined))).toBe(true);
  });

  test('says nothing while somebody has one', async () => {
    expect(
      await emptied(address, (pool) => pool.connect().then(({ release }) => void setTimeout(release, 2_100))),
    ).toBe(false);
  });
});

const SSL_REQUEST = 80_877_103;
const PROTOCOL_3 = 196_608;
const WELCOME = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

/** Says AuthenticationOk and ReadyForQuery (PostgreSQL documentation, Message Formats), and nothing more. */
async function openMuteServer() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      const asksForTls = chunk.length === 8 && chunk.readUInt32BE(4) === SSL_REQUEST;
      const isStart = chunk.length > 8 && chunk.readUInt32BE(4) === PROTOCOL_3;
      if (asksForTls) socket.write('N');
      else if (isStart) socket.write(WELCOME);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
