import type { AuditContext, SecretBox } from '@cairn/service';
import type { DatabasePlace, ExpressStep } from '../../db/express-tables.ts';
import type { Db } from '../../db/schema.ts';
import { recordAudit } from '../audit/repo.ts';
import type { DatabaseLinkService } from '../database-links/service.ts';
import type { ServiceControl } from '../project-service/control.ts';
import type { ParameterService } from '../project-service/parameters.ts';
import type { ProjectService } from '../projects/service.ts';
import { serverPassword } from '../servers/password.ts';
import type { ServerService } from '../servers/service.ts';
import { serverName } from './setup-name.ts';
import {
  beginStep,
  deleteStep,
  endStep,
  findByName,
  findServerAt,
  isThere,
  readSteps,
  reopenSteps,
} from './setup-repo.ts';
import type { ExpressSetup, NewDatabases, NewLogin, ProviderLogin, StepRow } from './types.ts';

/** That of a new database in which the login may create tables. */
const SCHEMA = 'public';

export interface StepDeps {
  db: Db;
  secretBox: SecretBox;
  servers: ServerService;
  databaseLinks: DatabaseLinkService;
  projects: ProjectService;
  parameters: ParameterService;
  serviceControl: Pick<ServiceControl, 'start'>;
}

export interface StepRequest {
  setup: ExpressSetup;
  login: ProviderLogin;
  sleepTime: string;
  databases: NewDatabases;
  /** Where a database is made that is not begun yet. */
  place: DatabasePlace;
  cause: AuditContext;
  ownerId: number | null;
}

/**
 * Takes the steps that a set-up lacks, in their order, and returns the id of its project. A step is recorded before it begins, so that what it
 * makes is found again by its name when the process dies in it.
 */
export async function takeSteps(deps: StepDeps, request: StepRequest): Promise<number> {
  const { db, databaseLinks, projects, parameters, serviceControl } = deps;
  const { setup, databases, cause, ownerId } = request;
  const { name } = setup;
  await reopenLost(db, setup.id);
  const steps = await readSteps(db, setup.id);

  async function take(
    step: ExpressStep,
    work: (row: StepRow) => Promise<number | null>,
    begin: { made?: boolean; place?: DatabasePlace } = {},
  ): Promise<StepRow> {
    const before = steps.get(step);
    if (before?.doneAt) return before;
    await beginStep(db, setup.id, { step, made: true, ...begin });
    const row = (await readSteps(db, setup.id)).get(step)!;
    const objectId = await work(row);
    await endStep(db, setup.id, step, objectId);
    return { ...row, objectId };
  }

  const server = await takeServer();
  const database = await take(
    'database',
    async (row) => {
      const id = await databases.create(setup, row.place!);
      await recordAudit(db, { event: 'database.created', subject: name, cause, details: { ...row.place } });
      return id;
    },
    { place: request.place },
  );
  // Nothing keeps a password before the link does: a repeat gives the login another one.
  let issued: NewLogin | null = null;
  const issue = async () => {
    issued = await databases.login(setup, { place: database.place!, objectId: database.objectId });
    return issued;
  };
  await take('login', async () => {
    await issue();
    return null;
  });
  const link = await take('pglink', async () => {
    const existing = await findByName(db, 'database_links', name);
    const { host, port, sslmode, database: dbname, username, password } = issued ?? (await issue());
    const login = { host, port: String(port), username, password, dbname, sslmode };
    return (await databaseLinks.save({ id: String(existing ?? 0), name, ...login }, cause, ownerId)).id;
  });
  const project = await take('project', async () => {
    const existing = await findByName(db, 'projects', name);
    if (existing !== null) return existing;
    const source = { project_id: setup.providerProject, geopackage: setup.geopackage, schema: SCHEMA };
    const ids = { id: '0', server_id: String(server.objectId), pglink_id: String(link.objectId) };
    return (await projects.save({ ...ids, name, ...source }, cause, ownerId)).id;
  });
  const id = project.objectId!;
  await take('daemon', async () => {
    await parameters.set({ id: String(id), param: 'sleep_time', val: request.sleepTime }, cause);
    return null;
  });
  await take('start', async () => {
    await serviceControl.start(id, cause);
    return null;
  });
  return id;

  /** The one that is saved, or one with this address and user, or a new one. */
  async function takeServer(): Promise<StepRow> {
    const { login } = request;
    const own = serverName(setup);
    const saved = login.serverId === null ? await findServerAt(db, login) : { id: login.serverId, name: '' };
    const made = saved === undefined || saved.name === own;
    return take('server', async () => (saved ? keep(saved) : (await save('0', own)).id), { made });
  }

  /** The login has just proven good, so a password that differs is out of date. */
  async function keep({ id, name: kept }: { id: number; name: string }): Promise<number> {
    const { password } = request.login;
    if (password !== null && serverPassword.open(deps.secretBox, await deps.servers.get(id)) !== password)
      await save(String(id), kept);
    return id;
  }

  function save(id: string, as: string) {
    const { type, url, username, password } = request.login;
    return deps.servers.save({ id, name: as, type, url, username, password: password ?? '' }, cause, ownerId);
  }
}

/** What was deleted since is made again, with all that follows from it. */
async function reopenLost(db: Db, setupId: number): Promise<void> {
  const steps = await readSteps(db, setupId);
  const isLost = async (step: ExpressStep, table: Parameters<typeof isThere>[1]) => {
    const { doneAt = null, objectId = null } = steps.get(step) ?? {};
    return doneAt !== null && objectId !== null && !(await isThere(db, table, objectId));
  };
  if (await isLost('server', 'servers')) await deleteStep(db, setupId, 'server');
  if (await isLost('project', 'projects')) await reopenSteps(db, setupId, ['project', 'daemon', 'start']);
  if (await isLost('pglink', 'database_links'))
    await reopenSteps(db, setupId, ['database', 'login', 'pglink']);
}
