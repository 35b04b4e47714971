import { isUniqueViolation, withLock } from '@cairn/db';
import { AppError, createFairSemaphore } from '@cairn/service';
import type { Actor, AuditContext, Call } from '@cairn/service';
import type { ServerAddress } from '@cairn/db';
import type { DatabasePlace } from '../../db/express-tables.ts';
import { requireId } from '../actions/read-fields.ts';
import type { ProviderProject } from '../providers/types.ts';
import { personOf } from '../sign-in/person.ts';
import { createAdminDatabases } from './admin-databases.ts';
import { createDbadminDatabases } from './dbadmin-databases.ts';
import { alreadyRunning, noDatabases, noSuchSetup, setupComplete } from './errors.ts';
import { readCreation, readFilter, readLogin } from './read-form.ts';
import type { ExpressForm } from './read-form.ts';
import { newSetupName } from './setup-name.ts';
import { findSetup, findSetupById, insertSetup, listUnfinished, readSteps } from './setup-repo.ts';
import { createProjectSources } from './source.ts';
import type { SourceDeps } from './source.ts';
import { listMade, takeBack } from './take-back.ts';
import { takeSteps } from './take-steps.ts';
import type { StepDeps } from './take-steps.ts';
import type { ExpressSetup, MadeThing, NewDatabases, ProjectSource, UnfinishedSetup } from './types.ts';

interface ExpressDeps extends StepDeps, Omit<SourceDeps, 'servers'> {
  config: { dbadminUrl?: string; serviceSecret: string; expressAdmin: ServerAddress | null };
}

/** The caller, and the sign-in of the request. */
export interface ExpressCaller {
  actor: Actor;
  call: Call;
  cause: AuditContext;
}

export type ExpressResult =
  | { projectId: number; name: string }
  /** What was made before it failed stays until it is taken back. */
  | { failure: AppError; setupId: number; made: MadeThing[] };

export type ExpressService = ReturnType<typeof createExpressService>;

/** Each holds a connection of the pool for its lock, in addition to those that its steps use. */
const semaphore = createFairSemaphore({
  limit: 2,
  perPerson: 1,
  busy: {
    code: 'field_sync.express_busy',
    message: 'Too many projects are being set up right now. Try again in a minute.',
  },
});

/** Sets projects up with a database of their own. */
export function createExpressService(deps: ExpressDeps) {
  const { db, config } = deps;
  const sources = createProjectSources(deps);

  /** People of the platform get databases from database administration where there is one. */
  function databasesOf({ actor, call }: ExpressCaller, connectionId: number | null): NewDatabases | null {
    const { dbadminUrl, serviceSecret, expressAdmin } = config;
    if (dbadminUrl !== undefined && personOf(actor).source === 'central' && actor.id !== null) {
      const caller = { userId: actor.id, call, connectionId };
      return createDbadminDatabases({ url: dbadminUrl, serviceSecret }, caller);
    }
    return expressAdmin && createAdminDatabases(expressAdmin);
  }

  function alone<T>(key: string, work: () => Promise<T>): Promise<T> {
    const lock = { name: `field-sync.express ${key}`, busy: alreadyRunning };
    return semaphore.run(() => withLock(db, lock, work));
  }

  async function findOrInsert(source: ProjectSource, databases: NewDatabases): Promise<ExpressSetup> {
    const { login, projectId: providerProject, label, geopackage } = source;
    const key = { url: login.url, username: login.username, providerProject };
    const known = await findSetup(db, key);
    if (known) return known;
    for (;;) {
      const name = newSetupName(label);
      if (!(await databases.isFree(name))) continue;
      try {
        return await insertSetup(db, { ...key, geopackage, name });
      } catch (error) {
        if (!isUniqueViolation(error, 'express_setups_name_key')) throw error;
      }
    }
  }

  async function placeOf(source: ProjectSource, databases: NewDatabases): Promise<DatabasePlace> {
    const { login, projectId: providerProject } = source;
    const setup = await findSetup(db, { url: login.url, username: login.username, providerProject });
    const begun = setup && (await readSteps(db, setup.id)).get('database')?.place;
    return begun ?? databases.choosePlace();
  }

  return {
    /** Projects of a provider, by name. @throws {AppError} bad_request; {ProviderError} */
    async listProjects(form: ExpressForm, kind: 'field' | 'cloud'): Promise<ProviderProject[]> {
      return sources.listProjects(readLogin(form, kind), readFilter(form));
    },

    /**
     * Makes what a project needs, and starts it; for one that was set up before only what is lacking.
     * @throws {AppError} before anything is made
     */
    async create(form: ExpressForm, caller: ExpressCaller): Promise<ExpressResult> {
      const request = readCreation(form);
      const databases = databasesOf(caller, request.connectionId);
      if (!databases) throw noDatabases();
      const source = await sources.find(request);
      const { login, projectId } = source;
      return alone(JSON.stringify([login.url, login.username, projectId]), async () => {
        const place = await placeOf(source, databases);
        const setup = await findOrInsert(source, databases);
        const { name, id } = setup;
        const { sleepTime } = request;
        const ownerId = personOf(caller.actor).userId;
        try {
          const steps = { setup, login, sleepTime, databases, place, cause: caller.cause, ownerId };
          return { projectId: await takeSteps(deps, steps), name };
        } catch (error) {
          if (!(error instanceof AppError) || error.kind === 'internal') throw error;
          return { failure: error, setupId: id, made: await listMade(db, setup) };
        }
      });
    },

    /** Removes what a set-up has made that did not come to its end. Returns its name. @throws {AppError} not_found, conflict */
    async takeBack(form: ExpressForm, caller: ExpressCaller): Promise<string> {
      const id = requireId('id', form.id);
      const found = await findSetupById(db, id);
      if (!found) throw noSuchSetup(id);
      const { url, username, providerProject, name } = found;
      return alone(JSON.stringify([url, username, providerProject]), async () => {
        const setup = await findSetupById(db, id);
        if (!setup) throw noSuchSetup(id);
        const steps = await readSteps(db, id);
        if (steps.get('start')?.doneAt) throw setupComplete(name);
        const databases = databasesOf(caller, null);
        if (steps.has('database') && !databases) throw noDatabases();
        await takeBack(deps, { setup, databases, cause: caller.cause });
        return name;
      });
    },

    /** Those that did not come to their end, the newest first. */
    async listUnfinished(): Promise<UnfinishedSetup[]> {
      const setups = await listUnfinished(db);
      return Promise.all(setups.map(async (setup) => ({ ...setup, made: await listMade(db, setup) })));
    },
  };
}
