import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import type { PortalRegistry, ResourceRegistration } from '@cairn/auth';
import { migrateService } from '@cairn/db';
import { createLogger } from '@cairn/service';
import { createTestDatabase, grant, registerService, signUp, testRedisUrl, until } from '@cairn/testing';
import type { NewPerson, Permission, Person } from '@cairn/testing';
import { createApp } from '../src/app.ts';
import { readVaultConfig } from '../src/config.ts';
import { buildContext } from '../src/context.ts';
import type { Context, Overrides } from '../src/context.ts';
import { PORTAL_SYNC } from '../src/features/portal-sync/portal-sync.ts';
import { processors } from '../src/jobs.ts';
import { vaultMigrations } from '../src/migrate.ts';

export type { Person } from '@cairn/testing';

const REPOSITORY = resolve(import.meta.dirname, '../../..');
export const SAMPLE_DATA = join(REPOSITORY, 'tools/sample-data');
export const SERVICE_SECRET = randomBytes(32).toString('hex');
const ENCRYPTION_KEYS = `test:${randomBytes(32).toString('base64')}`;

interface TestAppOptions {
  env?: Record<string, string>;
  /**
   * Whether a job inspects and draws each new version, as in the product; the default. It starts several programs for each
   * version, so tests that upload many versions and do not look at that job do without it.
   */
  inspects?: boolean;
  registry?: PortalRegistry;
  safeFetch?: Overrides['safeFetch'];
  importMs?: number;
}

const PORTAL_MIGRATIONS = { schema: 'portal', folder: join(REPOSITORY, 'apps/portal/src/db/migrations') };

/** Jobs that inspect a version are cancelled as soon as they are queued: what a page needs is made when it is requested. */
const CANCEL_INSPECTIONS = `
  CREATE FUNCTION vault.cancel_inspection() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN NEW.status = 'cancelled'; NEW.finished_at = now(); RETURN NEW; END $$;
  CREATE TRIGGER cancel_inspection BEFORE INSERT ON vault.jobs
    FOR EACH ROW WHEN (NEW.kind = 'version.inspect') EXECUTE FUNCTION vault.cancel_inspection()`;

export type TestVault = Awaited<ReturnType<typeof startTestVault>>;

/**
 * The vault on a database of its own, with the portal's real tables and views beside it, listening on a free port.
 * People and their rights are written as the portal would write them.
 */
export async function startTestVault(options: TestAppOptions = {}) {
  const database = await createTestDatabase({
    migrations: [PORTAL_MIGRATIONS, vaultMigrations],
    migrate: migrateService,
  });
  const admin = new pg.Pool({ connectionString: database.adminUrl, max: 2 });
  // Some tests end all connections of the database.
  admin.on('error', () => undefined);
  const storageRoot = await mkdtemp(join(tmpdir(), 'cairn-vault-'));
  const config = readVaultConfig({
    NODE_ENV: 'test',
    PORT: '0',
    DATABASE_URL: database.url('vault'),
    CENTRAL_DATABASE_URL: database.url('vault'),
    REDIS_URL: testRedisUrl(),
    SERVICE_SECRET,
    ENCRYPTION_KEYS,
    STORAGE_ROOT: storageRoot,
    MAX_UPLOAD_BYTES: String(8 * 1024 * 1024),
    PREPARATION_SECONDS: '120',
    PREVIEW_SECONDS: '120',
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    ...options.env,
  });
  const registry = options.registry ?? createTestRegistry(admin);
  const context = buildContext(config, createLogger({ service: 'vault', level: config.logLevel }), {
    registry,
    importRetryMs: 20,
    ...(options.importMs ? { importMs: options.importMs } : {}),
    ...(options.safeFetch ? { safeFetch: options.safeFetch } : {}),
  });
  // As services do: making a large file may take longer than Node's 5 s, and the socket would be gone.
  const server = createServer({ keepAliveTimeout: 75_000 }, createApp(context));
  const url = await listen(server);
  await registerService(admin, 'vault');
  async function keyOf(resourceType: string, on: string): Promise<string> {
    if (resourceType !== 'vault_dataset') return on;
    const { rows } = await admin.query('SELECT id FROM vault.datasets WHERE name = $1', [on]);
    return `id:${rows[0]?.id}`;
  }
  if (options.inspects === false) await admin.query(CANCEL_INSPECTIONS);
  return {
    url,
    config,
    context,
    database,
    admin,
    storageRoot,
    signUp: (person: NewPerson) => signUp(admin, 'vault', person),
    /** Gives all users and visitors a permission. */
    grantToPublic: async ({ on, resourceType = 'vault_dataset', permission = 'view' }: PublicGrant) =>
      admin.query(
        `INSERT INTO portal.permissions (resource_id, group_id, permission)
         SELECT r.id, g.id, $3 FROM portal.resources r, portal.groups g
          WHERE r.resource_type = $2 AND r.resource_key = $1 AND g.kind = 'public'`,
        [await keyOf(resourceType, on), resourceType, permission],
      ),
    grant: async ({ resourceType = 'vault_dataset', on, ...rest }: Grant) =>
      grant(admin, { ...rest, resourceType, on: await keyOf(resourceType, on) }),
    /** Key of a dataset's resource at the portal. */
    keyOf: (dataset: string) => keyOf('vault_dataset', dataset),
    /** Names of stored objects, and of what lies in the places for things under way. */
    stored: async () => ({
      objects: await all(context.storage.list()),
      incoming: await namesIn(join(storageRoot, 'incoming')),
      work: await namesIn(join(storageRoot, 'work')),
    }),
    rows: async (table: 'datasets' | 'versions' | 'jobs') =>
      Number((await admin.query(`SELECT count(*) FROM vault.${table}`)).rows[0].count),
    /** Runs jobs in this process, of some kinds alone if these are named. */
    work: (...kinds: string[]) => startWorker(context, kinds),
    /** Runs the queued jobs that bring the portal up to date, those for later too. */
    async syncPortal() {
      await admin.query(`UPDATE vault.jobs SET run_after = now() WHERE status = 'queued' AND kind = $1`, [
        PORTAL_SYNC,
      ]);
      const worker = startWorker(context, [PORTAL_SYNC]);
      try {
        await until('the portal is up to date', async () => {
          const query = `SELECT FROM vault.jobs WHERE kind = $1 AND status IN ('queued', 'running')`;
          return (await admin.query(query, [PORTAL_SYNC])).rowCount === 0;
        });
      } finally {
        await worker.stop();
      }
    },
    /** As half a minute does: jobs whose worker is dead go to the next one. */
    expireLeases: () => admin.query(`UPDATE vault.jobs SET lease_until = now() WHERE status = 'running'`),
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await context.close();
      await admin.end();
      await database.drop();
      await rm(storageRoot, { recursive: true, force: true });
    },
  };
}

export async function listen(server: Server): Promise<string> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function startWorker(context: Context, kinds: string[]) {
  const all = Object.entries(processors(context));
  const chosen = kinds.length === 0 ? all : all.filter(([kind]) => kinds.includes(kind));
  return context.jobs.work({ processors: Object.fromEntries(chosen), concurrency: 2, graceMs: 5_000 });
}

interface Grant {
  to: Person;
  /** Name of a dataset, or key of another resource. */
  on: string;
  permission: Permission;
  resourceType?: string;
}

interface PublicGrant {
  on: string;
  resourceType?: string;
  permission?: Permission;
}

/** Writes resources as the portal's internal API does; its own tests hold that API. */
export function createTestRegistry(admin: pg.Pool): PortalRegistry & { registered: ResourceRegistration[] } {
  const registered: ResourceRegistration[] = [];
  return {
    registered,
    registerService: () => Promise.resolve(),
    listPlatformDatabases: () => Promise.resolve([]),
    async registerResource(resource) {
      registered.push(resource);
      for (const formerKey of resource.replaces ?? []) {
        await admin.query(
          `WITH moved AS (UPDATE portal.resources SET resource_key = $3
             WHERE resource_type = $1 AND resource_key = $2
               AND NOT EXISTS (SELECT FROM portal.resources WHERE resource_type = $1 AND resource_key = $3)
             RETURNING id)
           DELETE FROM portal.resources WHERE resource_type = $1 AND resource_key = $2
             AND id NOT IN (SELECT id FROM moved)`,
          [resource.resourceType, formerKey, resource.resourceKey],
        );
      }
      await admin.query(
        `INSERT INTO portal.resources (resource_type, resource_key, display_name, service, owner_id, url)
         VALUES ($1, $2, $3, 'vault', $4, $6)
         ON CONFLICT (resource_type, resource_key)
         DO UPDATE SET display_name = $3, url = $6, owner_id = CASE WHEN $5 THEN $4 ELSE resources.owner_id END`,
        [
          resource.resourceType,
          resource.resourceKey,
          resource.displayName,
          resource.ownerId ?? null,
          resource.ownerId !== undefined,
          resource.url ?? null,
        ],
      );
    },
    async forgetResource({ resourceType, resourceKey }) {
      await admin.query('DELETE FROM portal.resources WHERE resource_type = $1 AND resource_key = $2', [
        resourceType,
        resourceKey,
      ]);
    },
  };
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
