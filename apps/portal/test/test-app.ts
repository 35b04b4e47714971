import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import supertest from 'supertest';
import {
  hashCredential,
  hashPassword,
  mintSessionSecret,
  mintToken,
  SESSION_COOKIE,
  signServiceToken,
} from '@cairn/auth';
import { SERVICE_SECRET, startTestApp } from '@cairn/testing';
import type { PortalConfig } from '../src/config.ts';
import { portal } from '../src/service.ts';

export { SERVICE_SECRET } from '@cairn/testing';
/** What every test user signs in with. */
export const PASSWORD = 'correct horse battery staple';

let sharedHash: Promise<string> | undefined;

export interface Person {
  id: number;
  username: string;
  cookie: string;
  sessionId: number;
}

export type TestPortal = Awaited<ReturnType<typeof startTestPortal>>;

/** What `look` sees once it is `enough`; fails after five seconds. */
async function until<T>(look: () => Promise<T>, enough: (seen: T) => boolean): Promise<T> {
  for (const deadline = Date.now() + 5000; ; await new Promise((resolve) => setTimeout(resolve, 10))) {
    const seen = await look();
    if (enough(seen)) return seen;
    if (Date.now() > deadline) throw new Error(`still ${JSON.stringify(seen)} after five seconds`);
  }
}

/**
 * A portal on a fresh database, with builders for what a test needs to be there. `route` may lead the portal, and not
 * the builders, to the database another way.
 */
export async function startTestPortal(
  overrides: Partial<PortalConfig> = {},
  route: (databaseUrl: string) => string = (url) => url,
) {
  const app = await startTestApp(portal, {
    env: ({ database, storageRoot }) => ({
      DATABASE_URL: route(database.url('portal')),
      THUMBNAILS_ROOT: join(storageRoot, 'thumbnails'),
    }),
    config: { visitorsCatalogMs: 0, ...overrides },
  });
  const { context, server, database } = app;
  const pool = new pg.Pool({
    connectionString: database.url('portal'),
    max: 3,
    options: '-c search_path=portal,public',
  });
  pool.on('error', () => undefined);

  async function rows<T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> {
    return (await pool.query<T>(text, values)).rows;
  }

  async function id(text: string, values: unknown[]): Promise<number> {
    const [row] = await rows<{ id: number }>(text, values);
    if (!row) throw new Error('the builder made nothing');
    return row.id;
  }

  async function addSession(userId: number, options: { idle?: string; age?: string; life?: string } = {}) {
    const secret = mintSessionSecret();
    const sessionId = await id(
      `INSERT INTO sessions (token_hash, user_id, idle, expires_at, last_seen_at, ip, user_agent)
       VALUES ($1, $2, $3::interval, now() + $4::interval, now() - $5::interval, '127.0.0.1', 'test') RETURNING id`,
      [
        hashCredential(secret),
        userId,
        options.idle ?? '12 hours',
        options.life ?? '7 days',
        options.age ?? '0',
      ],
    );
    return { cookie: `${SESSION_COOKIE}=${secret}`, sessionId };
  }

  async function addUser(
    options: { username?: string; admin?: boolean; enabled?: boolean; email?: string } = {},
  ): Promise<Person> {
    const username = options.username ?? `user-${randomBytes(5).toString('hex')}`;
    sharedHash ??= hashPassword(PASSWORD);
    const userId = await id(
      'INSERT INTO users (username, email, password_hash, enabled) VALUES ($1, $2, $3, $4) RETURNING id',
      [username, options.email ?? null, await sharedHash, options.enabled ?? true],
    );
    if (options.admin) {
      await rows(
        `INSERT INTO group_members (group_id, user_id) SELECT id, $1 FROM groups WHERE kind = 'administrators'`,
        [userId],
      );
    }
    return { id: userId, username, ...(await addSession(userId)) };
  }

  return {
    ...app,
    rows,
    /** Who may do what with a resource, as `group permission`. */
    async grantsOf(resourceId: number): Promise<string[]> {
      const found = await rows<{ name: string; permission: string }>(
        'SELECT g.name, p.permission FROM permissions p JOIN groups g ON g.id = p.group_id WHERE p.resource_id = $1',
        [resourceId],
      );
      return found.map((grant) => `${grant.name} ${grant.permission}`).sort();
    },
    addUser,
    addSession,
    until,

    async addToken(userId: number, options: { expires?: string } = {}) {
      const minted = mintToken();
      const tokenId = await id(
        `INSERT INTO tokens (user_id, name, token_prefix, token_hash, expires_at)
         VALUES ($1, 'test', $2, $3, now() + $4::interval) RETURNING id`,
        [userId, minted.prefix, minted.hash, options.expires ?? null],
      );
      return { id: tokenId, secret: minted.secret };
    },

    addGroup: (name = `group-${randomBytes(5).toString('hex')}`) =>
      id('INSERT INTO groups (name) VALUES ($1) RETURNING id', [name]),

    /** Registers a service as the portal does; visitors may use it unless it is restricted. */
    async addService(key: string, url: string, { name = `Service ${key}`, restricted = false } = {}) {
      await context.services.register(
        {
          serviceKey: key,
          displayName: name,
          discoveryUrl: url,
          visibility: restricted ? 'restricted' : 'public',
        },
        key,
        { actorId: null, actorName: `service:${key}`, ip: '127.0.0.1', requestId: 'test' },
      );
    },

    groupId: (kind: 'administrators' | 'public') => id('SELECT id FROM groups WHERE kind = $1', [kind]),

    join: (groupId: number, userId: number) =>
      rows('INSERT INTO group_members (group_id, user_id) VALUES ($1, $2)', [groupId, userId]),

    addResource: (
      options: { type?: string; key?: string; service?: string; name?: string; ownerId?: number } = {},
    ) =>
      id(
        `INSERT INTO resources (resource_type, resource_key, display_name, service, owner_id)
         VALUES ($1, $2, $3, $4, $5) RETURNING id`,
        [
          options.type ?? 'vault_dataset',
          options.key ?? `key-${randomBytes(5).toString('hex')}`,
          options.name ?? 'Rivers',
          options.service ?? 'vault',
          options.ownerId ?? null,
        ],
      ),

    /** Requests as somebody: a person's cookie, a bearer token, a service, or nobody. */
    as(who: { cookie?: string; bearer?: string; service?: string } = {}) {
      const agent = supertest.agent(server);
      if (who.cookie) agent.set('Cookie', who.cookie);
      if (who.bearer) agent.set('Authorization', `Bearer ${who.bearer}`);
      if (who.service) {
        const token = signServiceToken({ service: who.service, audience: 'portal', secret: SERVICE_SECRET });
        agent.set('Authorization', `Bearer ${token}`);
      }
      return agent;
    },

    async close() {
      await pool.end();
      await app.close();
    },
  };
}
