import { copyFile, mkdir, rename, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { createGeopackage, createTestDatabase, openGeopackage, until } from '@cairn/testing';
import type { TestAppOptions, TestTable } from '@cairn/testing';
import type { Context, Overrides } from '../src/context.ts';
import type { TargetPlace } from '../src/features/synced-tables/types.ts';
import { createFreshLoad } from './fresh-load.ts';
import { packageFile } from './synced-target.ts';
import { startTestFieldSync } from './test-app.ts';
import { testProjects } from './test-projects.ts';
import type { NewTestProject } from './test-projects.ts';

export const PACKAGE = 'survey.gpkg';
const CAUSE = { actorId: 1, actorName: 'ada', ip: '127.0.0.1', requestId: 'test' };

export type SyncApp = Awaited<ReturnType<typeof startSyncApp>>;

interface ProviderLogin {
  url: string;
  username: string;
  password: string;
}

export interface SyncAppOptions extends TestAppOptions<Context, Overrides> {
  /** Superuser's address of the database that projects go into; a new one unless said otherwise. */
  target?: string;
}

/** Field-sync with folders of projects and a database with PostGIS into which they go. */
export async function startSyncApp({ target: targetUrl, ...options }: SyncAppOptions = {}) {
  const app = await startTestFieldSync(options);
  const projects = testProjects(app);
  const database = targetUrl === undefined ? await createTestDatabase() : null;
  const address = new URL(targetUrl ?? database!.url('field_sync'));
  const admin = new pg.Pool({ connectionString: targetUrl ?? database!.adminUrl, max: 2 });
  admin.on('error', () => undefined);
  const link = await app.context.databaseLinks.save(
    {
      ...{ id: '0', name: 'Target', host: address.hostname, port: address.port },
      ...{ username: decodeURIComponent(address.username), password: decodeURIComponent(address.password) },
      ...{ dbname: address.pathname.slice(1), sslmode: 'disable' },
    },
    CAUSE,
    null,
  );
  if (database) await admin.query(`GRANT CREATE ON DATABASE ${database.name} TO field_sync`);
  const serverId = await projects.addServer('Folders');
  const fresh = createFreshLoad({
    tables: app.context.target,
    query: (text, values) => admin.query(text, values),
    inScratch: app.context.inScratch,
  });
  let number = 0;

  const pathOf = (name: string, file = PACKAGE) => join(app.config.folderProviderRoot, name, file);

  /** As a program does that puts a finished file in place of the old one, an hour ago. */
  async function publish(name: string, from: string): Promise<void> {
    const target = pathOf(name);
    await mkdir(dirname(target), { recursive: true });
    const hidden = join(dirname(target), `.${PACKAGE}`);
    await copyFile(from, hidden);
    await utimes(hidden, new Date(), new Date(Date.now() - 3_600_000 + (number += 1) * 1000));
    await rename(hidden, target);
  }

  /** A started project of any server, whose tables go into the target. */
  function startProject(project: NewTestProject & { serverId: number }): Promise<number> {
    return projects.startProject({ linkId: link.id, geopackage: PACKAGE, ...project });
  }

  /** A started project whose package has these tables. */
  async function addProject(
    name: string,
    tables: TestTable[],
    row: Record<string, unknown> = {},
  ): Promise<number> {
    const file = join(app.storageRoot, `${(number += 1)}.gpkg`);
    createGeopackage(file, tables);
    await publish(name, file);
    return startProject({ name, serverId, row });
  }

  async function pollServer(id: number): Promise<void> {
    await projects.passTime(id);
    await app.context.poller.tick();
    await app.context.poller.settled();
  }

  /** Polls as often as a folder needs to be complete, without the time in between. */
  async function poll(): Promise<void> {
    for (let n = 0; n < 2; n += 1) await pollServer(serverId);
  }

  /** The newest run of a project once it has ended. */
  async function ended(projectId: number): Promise<Record<string, any>> {
    let run: Record<string, any> | undefined;
    await until('the run has ended', async () => {
      run = (await projects.runs(projectId)).at(-1);
      return run !== undefined && run.finished_at !== null;
    });
    return run!;
  }

  return {
    ...{ app, projects, admin, serverId, linkId: link.id, cause: CAUSE, pathOf, publish },
    ...{ startProject, addProject, pollServer, poll, ended },
    context: app.context,

    /** A server of a provider, saved as its form does. */
    async addServer(name: string, type: 'field' | 'cloud', login: ProviderLogin): Promise<number> {
      const { url, username, password } = login;
      return (await app.context.servers.save({ id: '0', name, type, url, username, password }, CAUSE, null))
        .id;
    },

    /** A project whose first version is applied. */
    async loadProject(name: string, tables: TestTable[], row: Record<string, unknown> = {}): Promise<number> {
      const id = await addProject(name, tables, row);
      await poll();
      const { status, error } = await ended(id);
      if (status !== 'applied') throw new Error(`The first run of ${name} is ${status}: ${error}`);
      return id;
    },

    /** Changes the package of a project, as crews do. */
    async change(name: string, edit: (db: DatabaseSync) => void): Promise<void> {
      const file = join(app.storageRoot, `${(number += 1)}.gpkg`);
      await copyFile(pathOf(name), file);
      const db = openGeopackage(file);
      edit(db);
      db.close();
      await publish(name, file);
    },

    async query<Row extends pg.QueryResultRow = any>(text: string, values: unknown[] = []): Promise<Row[]> {
      return (await admin.query<Row>(text, values)).rows;
    },

    /** Rows of a project's table that are not those of a fresh load of a package, in both directions. */
    async differences(file: string, name: string, table: string): Promise<number> {
      return fresh(await placeOf(name), await packageFile(file), table);
    },

    async close(): Promise<void> {
      await app.close();
      await admin.end();
      await database?.drop();
    },
  };

  async function placeOf(name: string): Promise<TargetPlace> {
    const { rows } = await app.admin.query('SELECT uuid, schema FROM field_sync.projects WHERE name = $1', [
      name,
    ]);
    return app.context.placeOf({ linkId: link.id, ...rows[0] });
  }
}
