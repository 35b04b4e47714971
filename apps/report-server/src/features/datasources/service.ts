import type { PlatformDatabases, PortalRegistry } from '@cairn/auth';
import { inTransaction } from '@cairn/db';
import type { ServerAddress } from '@cairn/db';
import { AppError } from '@cairn/service';
import type { AccessGuard, Actor, AuditContext, Call, SecretBox } from '@cairn/service';
import type { Db } from '../../db/schema.ts';
import { slugOf } from '../access/slug.ts';
import { recordAudit } from '../audit/repo.ts';
import type { DbadminClient } from './dbadmin-client.ts';
import { CONSTRAINTS, datasourceStale, noKeyFromTitle, noSuchDatasource, passwordMissing } from './errors.ts';
import { passwordPurpose, readFields, requireSameLogin } from './fields.ts';
import { probeDatabase } from './probe.ts';
import {
  deleteDatasource,
  findDatasource,
  insertDatasource,
  listDatasources,
  updateDatasource,
} from './repo.ts';
import { addressOf } from './sessions.ts';
import type { Sessions } from './sessions.ts';
import type { Datasource, DatasourceFields, ProbedDatabase, SealedDatasource } from './types.ts';

export const DATASOURCE = 'datasource';

interface DatasourceDeps {
  db: Db;
  auth: Pick<AccessGuard, 'allows'> & {
    visibleKeys(actor: Actor, resourceType: string, permission: 'view'): Promise<'all' | string[]>;
  };
  registry: PortalRegistry | null;
  secretBox: SecretBox;
  platform: PlatformDatabases;
  sessions: Sessions;
  dbadmin: DbadminClient;
  config: { serverNetworks: string[]; basePath: string };
}

export interface DatasourceChange {
  fields: DatasourceFields;
  password: string;
  cause: AuditContext;
  signal: AbortSignal;
}

export type DatasourceService = ReturnType<typeof createDatasourceService>;

/** The databases whose tables people explore. Passwords are stored and never returned. */
export function createDatasourceService(deps: DatasourceDeps) {
  const { db, auth, registry, secretBox, platform, sessions, dbadmin } = deps;
  const probe = (address: ServerAddress, signal: AbortSignal): Promise<ProbedDatabase> =>
    probeDatabase({ platform, allowedNetworks: deps.config.serverNetworks }, address, signal);

  async function get(key: string): Promise<SealedDatasource> {
    const datasource = await findDatasource(db, key.toLowerCase());
    if (!datasource) throw noSuchDatasource(key);
    return datasource;
  }

  /** The portal has it as soon as people can see it, so that rights can be given. */
  async function register({ key, title }: Pick<Datasource, 'key' | 'title'>): Promise<void> {
    await registry?.registerResource({
      resourceType: DATASOURCE,
      resourceKey: key,
      displayName: title,
      url: `${deps.config.basePath}/?datasource=${encodeURIComponent(key)}`,
    });
  }

  async function insert(
    fields: DatasourceFields,
    {
      key,
      password,
      probed,
      cause,
      ...origin
    }: {
      key: string;
      password: string;
      probed: ProbedDatabase | null;
      cause: AuditContext;
      origin: 'manual' | 'dbadmin';
      originRef: string | null;
    },
  ): Promise<Datasource> {
    const passwordSealed = secretBox.seal(password, passwordPurpose(fields));
    const created = await inTransaction(db, CONSTRAINTS, async (trx) => {
      const row = { ...fields, ...origin, key, passwordSealed, probed, createdBy: cause.actorId };
      const datasource = await insertDatasource(trx, row);
      await recordAudit(trx, {
        event: origin.origin === 'dbadmin' ? 'datasource.adopted' : 'datasource.created',
        ...{ cause, objectId: datasource.id, subject: key, details: auditDetails(fields) },
      });
      return datasource;
    });
    await register(created).catch(async (error: unknown) => {
      await deleteDatasource(db, created.id);
      throw error;
    });
    return created;
  }

  return {
    list: (): Promise<Datasource[]> => listDatasources(db),

    get: async (key: string): Promise<Datasource> => withoutPassword(await get(key)),

    /** The datasources that the actor may read. */
    async listVisible(actor: Actor): Promise<Datasource[]> {
      const visible = await auth.visibleKeys(actor, DATASOURCE, 'view');
      const all = (await listDatasources(db)).filter(({ enabled }) => enabled);
      return visible === 'all' ? all : all.filter(({ key }) => visible.includes(key));
    },

    /**
     * A datasource that the actor may read, for `sessions.openRead`.
     * @throws {AppError} not_found, in the same words when it is missing, switched off, or the actor may not view it
     */
    async requireReadable(actor: Actor, key: string): Promise<SealedDatasource> {
      const datasource = await findDatasource(db, key);
      const check = { resourceType: DATASOURCE, resourceKey: key, permission: 'view' as const };
      if (!datasource?.enabled || !(await auth.allows(actor, check))) throw noSuchDatasource(key);
      return datasource;
    },

    /**
     * A datasource for a caller who has another right to read it, such as a report that the caller may view.
     * @throws {AppError} not_found when it is missing or switched off
     */
    async requireEnabled(key: string): Promise<SealedDatasource> {
      const datasource = await findDatasource(db, key);
      if (!datasource?.enabled) throw noSuchDatasource(key);
      return datasource;
    },

    /** Signs in first, so that what is listed can be read. */
    async create(key: string | undefined, { fields: sent, password, cause, signal }: DatasourceChange) {
      const fields = readFields(sent);
      if (password === '') throw passwordMissing();
      const probed = await probe(toAddress(fields, password), signal);
      const chosen = key?.toLowerCase() ?? keyOf(fields.title);
      return insert(fields, { key: chosen, password, probed, cause, origin: 'manual', originRef: null });
    },

    /** A blank password keeps the stored one. A datasource that is switched off is not signed in to. */
    async replace(key: string, revision: number, change: DatasourceChange): Promise<Datasource> {
      const before = await get(key);
      const { password, cause, signal } = change;
      const fields = readFields(change.fields);
      if (password === '') requireSameLogin(before, fields);
      const stored = () => addressOf(before, secretBox).password;
      const probed = fields.enabled
        ? await probe(toAddress(fields, password === '' ? stored() : password), signal)
        : null;
      const sealed =
        password === '' ? {} : { passwordSealed: secretBox.seal(password, passwordPurpose(fields)) };
      const updated = await inTransaction(db, CONSTRAINTS, async (trx) => {
        const datasource = await updateDatasource(
          trx,
          { id: before.id, revision },
          { ...fields, ...sealed, probed },
        );
        if (!datasource) throw datasourceStale();
        const details = { ...auditDetails(fields), password_changed: password !== '' };
        await recordAudit(trx, {
          event: 'datasource.changed',
          cause,
          objectId: before.id,
          subject: key,
          details,
        });
        return datasource;
      });
      sessions.forget(before.id);
      await register(updated);
      return updated;
    },

    async remove(key: string, cause: AuditContext): Promise<void> {
      const datasource = await get(key);
      // First: a later datasource with this key must not inherit its permissions.
      await registry?.forgetResource({ resourceType: DATASOURCE, resourceKey: datasource.key });
      await db.transaction().execute(async (trx) => {
        await deleteDatasource(trx, datasource.id);
        const details = auditDetails(datasource);
        await recordAudit(trx, {
          event: 'datasource.deleted',
          cause,
          objectId: datasource.id,
          subject: key,
          details,
        });
      });
      sessions.forget(datasource.id);
    },

    /** Signs in again. A failure is an outcome, not an error. */
    async test(key: string, signal: AbortSignal): Promise<TestOutcome> {
      const datasource = await get(key);
      const started = performance.now();
      try {
        const probed = await probe(addressOf(datasource, secretBox), signal);
        return { ok: true, ...probed, milliseconds: Math.round(performance.now() - started) };
      } catch (error) {
        if (!(error instanceof AppError) || error.kind !== 'bad_request') throw error;
        return { ok: false, error: error.message };
      }
    },

    /** Makes a datasource of a database of database administration, with a login of its own that may only read. */
    async adopt(
      actor: Actor,
      { databaseId, connectionId, key, title }: Adoption,
      { cause, call }: { cause: AuditContext; call: Call },
    ): Promise<Datasource> {
      const login = await dbadmin.login(call, { databaseId, connectionId, userId: actor.id! });
      const { host, port, database, username, password, sslmode } = login;
      const named = title ?? `${database} on ${login.connection_name ?? host}`;
      const fields = readFields({
        ...{ title: named, host, port, database, username, sslmode },
        ...{ schemas: [], statementTimeoutMs: DEFAULT_TIMEOUT_MS, enabled: true },
      });
      const probed = await probe(toAddress(fields, password), call.signal);
      const chosen = key?.toLowerCase() ?? keyOf(fields.title);
      const origin = { origin: 'dbadmin' as const, originRef: String(databaseId) };
      return insert(fields, { key: chosen, password, probed, cause, ...origin });
    },
  };
}

export const DEFAULT_TIMEOUT_MS = 30_000;

export interface Adoption {
  databaseId: number;
  connectionId: number;
  key: string | undefined;
  title: string | undefined;
}

export type TestOutcome =
  ({ ok: true; milliseconds: number } & ProbedDatabase) | { ok: false; error: string };

function toAddress(fields: DatasourceFields, password: string): ServerAddress {
  const { host, port, database, username: user, sslmode } = fields;
  return { host, port, database, user, password, sslmode };
}

function keyOf(title: string): string {
  const key = slugOf(title, '');
  if (key === '') throw noKeyFromTitle();
  return key;
}

function withoutPassword({ passwordSealed: _sealed, ...datasource }: SealedDatasource): Datasource {
  return datasource;
}

function auditDetails({ title, host, port, database, username, sslmode }: DatasourceFields) {
  return { title, host, port, database, username, sslmode };
}
