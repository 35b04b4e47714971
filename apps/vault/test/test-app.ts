import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryRoot } from '@cairn/topology';
import type { PortalRegistry } from '@cairn/auth';
import { startTestApp, until } from '@cairn/testing';
import type { Permission, Person } from '@cairn/testing';
import type { Overrides } from '../src/context.ts';
import { PORTAL_SYNC } from '../src/features/portal-sync/portal-sync.ts';
import { vault } from '../src/service.ts';

export { SERVICE_SECRET } from '@cairn/testing';
export type { Person } from '@cairn/testing';

export const SAMPLE_DATA = join(repositoryRoot, 'tools/sample-data');

interface TestAppOptions {
  env?: Record<string, string>;
  /**
   * Whether jobs inspect new versions; default true. An inspection starts several programs, so tests of other things turn it off.
   */
  inspects?: boolean;
  registry?: PortalRegistry;
  safeFetch?: Overrides['safeFetch'];
  importMs?: number;
  jobTimes?: Overrides['jobTimes'];
}

/** Cancels inspections when they are queued; their results are then computed on request. */
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
  const { env, inspects, ...overrides } = options;
  const app = await startTestApp(vault, {
    env: {
      MAX_UPLOAD_BYTES: String(8 * 1024 * 1024),
      PREPARATION_SECONDS: '120',
      PREVIEW_SECONDS: '120',
      ...env,
    },
    // What fails is retried at once.
    overrides: { importRetryMs: 20, ...overrides, jobTimes: { backoffMs: 20, ...overrides.jobTimes } },
  });
  const { admin, context, storageRoot, work } = app;
  async function idOf(dataset: string): Promise<number> {
    const { rows } = await admin.query('SELECT id FROM vault.datasets WHERE name = $1', [dataset]);
    return Number(rows[0]?.id);
  }
  const keyOf = async (resourceType: string, on: string): Promise<string> =>
    resourceType === 'vault_dataset' ? `id:${await idOf(on)}` : on;
  if (inspects === false) await admin.query(CANCEL_INSPECTIONS);
  return {
    ...app,
    /** Gives all users and visitors a permission. */
    grantToPublic: async ({ on, resourceType = 'vault_dataset', permission = 'view' }: PublicGrant) =>
      admin.query(
        `INSERT INTO portal.permissions (resource_id, group_id, permission)
         SELECT r.id, g.id, $3 FROM portal.resources r, portal.groups g
          WHERE r.resource_type = $2 AND r.resource_key = $1 AND g.kind = 'public'`,
        [await keyOf(resourceType, on), resourceType, permission],
      ),
    grant: async ({ resourceType = 'vault_dataset', on, ...rest }: Grant) =>
      app.grant({ ...rest, resourceType, on: await keyOf(resourceType, on) }),
    idOf,
    /** For an app without inspections: jobs inspect versions that are created from now on. */
    inspectNewVersions: () => admin.query('DROP TRIGGER cancel_inspection ON vault.jobs'),
    /** Key of a dataset's resource at the portal. */
    keyOf: (dataset: string) => keyOf('vault_dataset', dataset),
    /** Names of stored objects, and of files of running uploads and programs. */
    stored: async () => ({
      objects: await all(context.storage.list()),
      incoming: await namesIn(join(storageRoot, 'incoming')),
      work: await namesIn(join(storageRoot, 'work')),
    }),
    rows: async (table: 'datasets' | 'versions' | 'jobs') =>
      Number((await admin.query(`SELECT count(*) FROM vault.${table}`)).rows[0].count),
    /** Removes all datasets and jobs with their files, for the next test. */
    async clear() {
      await admin.query('TRUNCATE vault.datasets, vault.jobs CASCADE');
      for (const name of await namesIn(storageRoot)) await rm(join(storageRoot, name), { recursive: true });
    },
    /** Runs the queued jobs that bring the portal up to date, those for later too. */
    async syncPortal() {
      await admin.query(`UPDATE vault.jobs SET run_after = now() WHERE status = 'queued' AND kind = $1`, [
        PORTAL_SYNC,
      ]);
      const worker = work(PORTAL_SYNC);
      try {
        await until('the portal is up to date', async () => {
          const query = `SELECT FROM vault.jobs WHERE kind = $1 AND status IN ('queued', 'running')`;
          return (await admin.query(query, [PORTAL_SYNC])).rowCount === 0;
        });
      } finally {
        await worker.stop();
      }
    },
  };
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

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
