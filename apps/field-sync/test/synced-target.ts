import { createHash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGeopackage, createTestDatabase } from '@cairn/testing';
import type { TestTable } from '@cairn/testing';
import pg from 'pg';
import { createSyncedTables } from '../src/features/synced-tables/service.ts';
import type {
  AppliedCounts,
  ApplyRequest,
  ChangePlan,
  ChangeRequest,
  PackageFile,
  PlanChoices,
  SyncState,
  TargetPlace,
} from '../src/features/synced-tables/types.ts';
import { createFreshLoad } from './fresh-load.ts';

export type SyncedTarget = Awaited<ReturnType<typeof createSyncedTarget>>;

export interface StepOptions extends Partial<Pick<ChangeRequest, 'reconcile'>> {
  /** The package of the state; by default the last one that was applied here. */
  base?: PackageFile | null;
  maxDeletePercent?: number;
  skipInit?: boolean;
  /** Approves a plan for the state and the packages of this step. */
  choices?: PlanChoices;
  /** Another package than that of this step. */
  approvedFor?: PackageFile;
}

/** Targets of these tests are in no database of the platform. */
export const NO_PLATFORM = { ownerOf: () => Promise.resolve({ owner: 'other' as const, database: '' }) };

/** A database with PostGIS and the schema `field`, a login that owns it, and packages that go into it. */
export async function createSyncedTarget() {
  const database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'synced-target-'));
  const admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  await admin.query('CREATE SCHEMA field AUTHORIZATION field_sync');
  const { hostname, port, username, password, pathname } = new URL(database.url('field_sync'));
  const place: TargetPlace = {
    address: {
      ...{ host: hostname, port: Number(port), database: pathname.slice(1), sslmode: 'prefer' },
      ...{ user: decodeURIComponent(username), password: decodeURIComponent(password) },
    },
    schema: 'field',
    projectUuid: randomUUID(),
  };
  const tables = createSyncedTables({ serverNetworks: ['127.0.0.0/8', '::1/128'], platform: NO_PLATFORM });
  const signal = new AbortController().signal;
  const fresh = createFreshLoad({
    tables,
    query: (text, values) => admin.query(text, values),
    inScratch: async (work) => work(await mkdtemp(join(folder, 'fresh-'))),
  });
  let applied: PackageFile | null = null;
  let number = 0;

  function readState(at = place): Promise<SyncState | null> {
    return tables.readState(at, { signal });
  }

  async function plan(next: PackageFile, options: StepOptions = {}): Promise<ChangePlan> {
    const {
      base = applied,
      maxDeletePercent = 25,
      skipInit = false,
      choices,
      approvedFor = next,
      ...more
    } = options;
    const state = await readState();
    const cwd = join(folder, `run-${(number += 1)}`);
    await mkdir(cwd);
    const approval = choices
      ? {
          ...{ seq: state?.seq ?? 0, baseSha256: state?.packageSha256 ?? null },
          ...{ packageSha256: approvedFor.sha256, choices },
        }
      : null;
    const guards = { maxDeletePercent, skipInit, approval };
    return tables.planChange({ place, state, base, next, guards, cwd, signal, ...more });
  }

  async function apply(
    change: ChangePlan,
    version = `v${number}`,
    onProgress?: ApplyRequest['onProgress'],
  ): Promise<AppliedCounts> {
    const { seq: expectedSeq, next } = change;
    const run = { run: randomUUID(), version, packageSha256: next.sha256, expectedSeq, signal };
    const counts = await tables.applyChange(change, { ...run, ...(onProgress ? { onProgress } : {}) });
    applied = next;
    return counts;
  }

  return {
    ...{ database, folder, admin, place, tables, readState, plan, apply },
    /** Writes a package with these tables. */
    async package(...content: TestTable[]): Promise<PackageFile> {
      const path = join(folder, `package-${(number += 1)}.gpkg`);
      createGeopackage(path, content);
      return packageFile(path);
    },
    async sync(next: PackageFile, options: StepOptions = {}): Promise<AppliedCounts> {
      return apply(await plan(next, options));
    },
    async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
      return (await admin.query<Row>(text, values)).rows;
    },
    /** Rows of a table that are not those of a fresh load of the package, in both directions. */
    differences: (next: PackageFile, table: string): Promise<number> => fresh(place, next, table),
    /** As it was at first, for the next test. */
    async clear(): Promise<void> {
      await admin.query(`DROP SCHEMA field CASCADE; CREATE SCHEMA field AUTHORIZATION field_sync`);
      applied = null;
    },
    async close(): Promise<void> {
      await admin.end();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A package as it is at this moment. */
export async function packageFile(path: string): Promise<PackageFile> {
  return {
    path,
    sha256: createHash('sha256')
      .update(await readFile(path))
      .digest('hex'),
  };
}
