import { AppError } from '@cairn/service';
import type { AuditContext } from '@cairn/service';
import type { Db } from '../../db/schema.ts';
import { recordAudit } from '../audit/repo.ts';
import { serverName } from './setup-name.ts';
import { deleteSetup, deleteStep, findByName, isThere, readSteps } from './setup-repo.ts';
import type { KeptTable } from './setup-repo.ts';
import type { StepDeps } from './take-steps.ts';
import type { ExpressSetup, MadeThing, NewDatabases } from './types.ts';

/** What a set-up has made or begun to make, in the order in which it was made. */
export async function listMade(db: Db, setup: ExpressSetup): Promise<MadeThing[]> {
  const steps = await readSteps(db, setup.id);
  const things = ['server', 'database', 'login', 'pglink', 'project'] as const;
  return things
    .filter((step) => steps.get(step)?.made)
    .map((step) => ({ step, name: step === 'server' ? serverName(setup) : setup.name }));
}

interface TakeBackRequest {
  setup: ExpressSetup;
  databases: NewDatabases | null;
  cause: AuditContext;
}

/** Removes what a set-up has made, the last first, so that a repeat can continue. A server that other projects use stays. */
export async function takeBack(
  { db, projects, databaseLinks, servers }: Pick<StepDeps, 'db' | 'projects' | 'databaseLinks' | 'servers'>,
  { setup, databases, cause }: TakeBackRequest,
): Promise<void> {
  const { id: setupId, name } = setup;
  const steps = await readSteps(db, setupId);

  /** By its id; by its name where the process died before the id was recorded. */
  async function idOf(step: 'server' | 'pglink' | 'project', table: KeptTable, as: string) {
    const row = steps.get(step);
    if (!row?.made) return null;
    if (row.objectId === null) return findByName(db, table, as);
    return (await isThere(db, table, row.objectId)) ? row.objectId : null;
  }

  const project = await idOf('project', 'projects', name);
  if (project !== null) await projects.remove({ id: String(project) }, cause);
  const link = await idOf('pglink', 'database_links', name);
  if (link !== null) await databaseLinks.remove({ id: String(link) }, cause);
  const place = steps.get('database')?.place;
  if (place && databases) {
    await databases.drop(setup, place);
    await recordAudit(db, { event: 'database.dropped', subject: name, cause, details: { ...place } });
    await deleteStep(db, setupId, 'login');
    await deleteStep(db, setupId, 'database');
  }
  const server = await idOf('server', 'servers', serverName(setup));
  if (server !== null) {
    await servers.remove({ id: String(server) }, cause).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.kind !== 'conflict') throw error;
    });
  }
  await deleteSetup(db, setupId);
}
