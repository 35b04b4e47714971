import { stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type pg from 'pg';
import { createTestDatabase, until } from '@cairn/testing';
import type { TestDatabase } from '@cairn/testing';
import {
  createDatabase,
  createSessionPool,
  openSession,
  explainConnectionError,
  classifySessionError,
  useDatabaseSearchPath,
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
      await useDatabaseSearchPath(client);
      const within = await path(client);
      await client.query('COMMIT');
      return [before, within, await path(client)];
    });
    expect(seen).toEqual(['pg_catalog', '"$user", public', 'pg_catalog']);
  });

  test('asks the server to stop when this process is gone', async () => {
    const { rows } = await inSession(address, (client) =>
      client.query('SHOW client_connection_check_interval'),
    );
    expect(rows).toEqual([{ client_connection_check_interval: '2s' }]);
  });

  test('is ended by the server in a statement that takes too long', async () => {
    const error = await inSession(address, (client) => client.query('SELECT pg_sleep(5)')).catch(
      (failure: unknown) => failure,
    );
    expect(classifySessionError(error)).toBe('slow');
  });

  test.each([
    ['cleartext', 'disable'],
    ['cleartext', 'prefer'],
    ['MD5', 'disable'],
    ['MD5', 'prefer'],
  ] as const)(
    'sends nothing to a server that asks for %s authentication (sslmode %s)',
    async (method, sslmode) => {
      const fake = await openFakeServer(method === 'MD5' ? ASKS_MD5 : ASKS_CLEARTEXT);
      try {
        const to = { ...address, port: fake.port, sslmode, password: 'Canary-Pw-21' };
        const error = await inSession(to, () => Promise.resolve()).catch((failure: unknown) => failure);
        expect(explainConnectionError(error, to)).toEqual({
          kind: 'refused',
          sentence: expect.stringContaining(method),
        });
        // After the startup packet, messages have a type byte: p would be an answer.
        expect(fake.received()).toEqual([]);
      } finally {
        fake.close();
      }
    },
  );

  test.each(['SASL', 'SASLContinue'] as const)(
    'is refused when the server repeats %s, and costs one proof of the password at most',
    async (step) => {
      const fake = await openFakeServer(ASKS_SASL, ([nonce]) =>
        Buffer.concat(Array.from({ length: 500 }, () => (step === 'SASL' ? ASKS_SASL : proofRequest(nonce)))),
      );
      try {
        const to = { ...address, port: fake.port, sslmode: 'disable' as const };
        await expect(inSession(to, () => Promise.resolve())).rejects.toThrow('repeated a step');
        const began = performance.now();
        // Files are read by the threads that compute proofs.
        await stat('/');
        expect(performance.now() - began).toBeLessThan(1_000);
        expect(fake.received().filter((text) => text.includes(',p='))).toEqual([]);
      } finally {
        fake.close();
      }
    },
  );

  test('is not had from a server that lets everybody in and then answers nothing', async () => {
    const mute = await openFakeServer(WELCOME);
    try {
      const asked = inSession({ ...address, port: mute.port }, () => Promise.resolve());
      const error = await asked.catch((failure: unknown) => failure);
      expect(explainConnectionError(error, address).kind).toBe('unreachable');
    } finally {
      mute.close();
    }
  });
});

test.each(['cleartext', 'MD5'])(
  'the platform’s own database is not sent the password either when it asks for %s',
  async (method) => {
    const fake = await openFakeServer(method === 'MD5' ? ASKS_MD5 : ASKS_CLEARTEXT);
    const url = `postgres://portal:Canary-Pw-21@127.0.0.1:${fake.port}/cairn`;
    const { pool, close } = createDatabase({ url, schema: 'portal', applicationName: 'test' });
    try {
      await expect(pool.query('SELECT 1')).rejects.toThrow(method);
      expect(fake.received()).toEqual([]);
    } finally {
      await close();
      fake.close();
    }
  },
);

describe('a pool of sessions', () => {
  /** Whether the pool reports within two seconds that it is empty. */
  async function emptied(to: ServerAddress, use: (pool: SessionPool) => Promise<unknown>): Promise<boolean> {
    let pool: SessionPool | undefined;
    const isEmptied = new Promise<boolean>((done) => {
      const onEmpty = (): void => done(true);
      pool = createSessionPool(to, { applicationName: 'test', statementTimeoutMs: 200, idleMs: 50, onEmpty });
      setTimeout(() => done(false), 2_000);
    });
    try {
      await use(pool!);
      return await isEmptied;
    } finally {
      await pool!.close();
    }
  }

  test('ends what a session does, here and on the server, when it is called off', async () => {
    const pool = createSessionPool(address, {
      applicationName: 'left',
      statementTimeoutMs: 60_000,
      idleMs: 50,
    });
    const watcher = await openSession(address, { applicationName: 'test' });
    const isActive = async () =>
      (
        await watcher.client.query(
          `SELECT FROM pg_stat_activity WHERE application_name = 'left' AND state = 'active'`,
        )
      ).rowCount === 1;
    const leaving = new AbortController();
    const { client, release } = await pool.connect({ signal: leaving.signal });
    const asked = client.query('SELECT pg_sleep(60)').catch((error: Error) => error);
    await until('the statement runs', isActive);
    leaving.abort();
    const failure = await asked;
    expect(failure).toBeInstanceOf(Error);
    release(failure as Error);
    await until('it ends on the server', async () => !(await isActive()));
    await watcher.close();
    await pool.close();
  });

  test('gives a statement as long as each user of a session asks for', async () => {
    const pool = createSessionPool(address, {
      applicationName: 'test',
      statementTimeoutMs: 60_000,
      idleMs: 50,
    });
    const limits = [];
    for (const statementTimeoutMs of [undefined, 5_000, undefined]) {
      const { client, release } = await pool.connect({ statementTimeoutMs });
      const { rows } = await client.query('SHOW statement_timeout');
      limits.push(rows[0].statement_timeout);
      release();
    }
    expect(limits).toEqual(['1min', '5s', '1min']);
    await pool.close();
  });

  test('receives as much as each user of a session allows', async () => {
    const pool = createSessionPool(address, {
      applicationName: 'test',
      statementTimeoutMs: 10_000,
      idleMs: 50,
    });
    const receive = async (maxBytes: number | null) => {
      const { client, release } = await pool.connect({ maxBytes });
      // 4 MB, and time for the limit to be noticed.
      const text = `SELECT repeat('x', 1000000), pg_sleep(0.15) FROM generate_series(1, 4)`;
      const answer = await client.query(text).catch((error: Error) => error);
      release(answer instanceof Error ? answer : undefined);
      return answer instanceof Error ? 'disconnected' : answer.rows.length;
    };
    expect([await receive(500_000), await receive(null)]).toEqual(['disconnected', 4]);
    await pool.close();
  });

  test('opens as many sessions as it may, and the next one waits', async () => {
    const options = { applicationName: 'test', statementTimeoutMs: 1_000, idleMs: 50, maxSessions: 2 };
    const pool = createSessionPool(address, options);
    const [one, two] = [await pool.connect(), await pool.connect()];
    let hasThree = false;
    const three = pool.connect().then((session) => {
      hasThree = true;
      return session;
    });
    await two.client.query('SELECT 1');
    expect(hasThree).toBe(false);
    one.release();
    (await three).release();
    two.release();
    await pool.close();
  });

  test('does not give a destroyed session to the next user', async () => {
    const pool = createSessionPool(address, {
      applicationName: 'test',
      statementTimeoutMs: 1_000,
      idleMs: 500,
    });
    const processes = [];
    for (const end of ['release', 'destroy', 'release'] as const) {
      const session = await pool.connect();
      processes.push((await session.client.query('SELECT pg_backend_pid() AS id')).rows[0].id);
      session[end]();
    }
    expect(processes[1]).toBe(processes[0]);
    expect(processes[2]).not.toBe(processes[1]);
    await pool.close();
  });

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

const ASKS_CLEARTEXT = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]);
const ASKS_MD5 = Buffer.from([0x52, 0, 0, 0, 12, 0, 0, 0, 5, 1, 2, 3, 4]);

const ASKS_SASL = authentication(10, 'SCRAM-SHA-256\0\0');

/** Asks for a proof that costs 100,000 hashes. */
const proofRequest = (nonce = ''): Buffer =>
  authentication(11, `r=${nonce}x,s=AAAAAAAAAAAAAAAAAAAAAA==,i=100000`);

function authentication(kind: number, text: string): Buffer {
  const head = Buffer.from([0x52, 0, 0, 0, 0, 0, 0, 0, kind]);
  head.writeInt32BE(8 + text.length, 1);
  return Buffer.concat([head, Buffer.from(text)]);
}

/**
 * Answers a startup packet (PostgreSQL documentation, "Message Formats"), and the first message after it if `reply` is given,
 * which gets the nonce of that message.
 */
async function openFakeServer(answer: Buffer, reply?: (nonce: string[]) => Buffer) {
  const sockets = new Set<Socket>();
  const received: string[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    let hasStarted = false;
    socket.on('data', (chunk) => {
      const asksForTls = chunk.length === 8 && chunk.readUInt32BE(4) === SSL_REQUEST;
      const isStart = chunk.length > 8 && chunk.readUInt32BE(4) === PROTOCOL_3;
      if (hasStarted) {
        const text = chunk.toString('latin1');
        if (reply && received.length === 0) socket.write(reply(/(?<=r=).*/.exec(text) ?? []));
        received.push(text);
      } else if (asksForTls) socket.write('N');
      else if (isStart) hasStarted = socket.write(answer);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    /** What came after the startup packet, but for a goodbye. */
    received: () => received.filter((text) => text !== 'X\0\0\0\u0004'),
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
