import type { PlatformDatabases } from '@cairn/auth';
import type { VaultSchemas } from '@cairn/contracts';
import { inTransaction } from '@cairn/db';
import type { ServerAddress } from '@cairn/db';
import type { Actor, AuditContext, SecretBox } from '@cairn/service';
import type { Db } from '../../../db/handle.ts';
import type { DatasetGuard } from '../../access/dataset-guard.ts';
import { recordAudit } from '../../audit/repo.ts';
import { connectionPurpose, savedAddress } from '../connect.ts';
import {
  connectionInUse,
  connectionManaged,
  CONSTRAINTS,
  fieldMissing,
  noSuchConnection,
} from '../errors.ts';
import { findConnection } from '../repo.ts';
import { requireConnectionUse } from '../rights.ts';
import { readFields, readPassword, requireSameLogin } from './fields.ts';
import type { ConnectionFields } from './fields.ts';
import { probeDatabase } from './probe.ts';
import {
  insertConnection,
  listConnections,
  listDatasetsOf,
  lockConnection,
  removeConnection,
  replaceConnection,
} from './repo.ts';
import type { ListedConnection } from './repo.ts';

export interface ConnectionServiceDeps {
  db: Db;
  secretBox: SecretBox;
  platform: PlatformDatabases;
  auth: Pick<DatasetGuard, 'user' | 'allows' | 'visibleDatasets'>;
}

/** A password that a caller sent; empty for the stored one. */
interface WithPassword {
  fields: ConnectionFields;
  password: string;
}

export interface ConnectionTestRequest {
  /** A saved connection, whose fields apply where the caller sent none. */
  id: number | undefined;
  fields: Partial<ConnectionFields>;
  password: string;
}

export type ConnectionService = ReturnType<typeof createConnectionService>;

/** Saved connections to databases. Passwords are stored encrypted and never returned. */
export function createConnectionService({ db, secretBox, platform, auth }: ConnectionServiceDeps) {
  const probe = (address: ServerAddress, signal: AbortSignal) => probeDatabase({ platform }, address, signal);
  const seal = (fields: ConnectionFields, password: string): string =>
    secretBox.seal(readPassword(password), connectionPurpose(fields));

  return {
    list: (): Promise<ListedConnection[]> => listConnections(db),

    async create({ fields: sent, password }: WithPassword, cause: AuditContext): Promise<number> {
      const fields = readFields(sent);
      if (password === '') throw fieldMissing('password');
      const sealedPassword = seal(fields, password);
      return inTransaction(db, CONSTRAINTS, async (trx) => {
        const id = await insertConnection(trx, { ...fields, sealedPassword });
        const details = auditDetails(id, fields);
        await recordAudit(trx, { event: 'connection.created', cause, subject: fields.name, details });
        return id;
      });
    },

    /** @throws {AppError} not_found, bad_request when the stored password cannot be used for the new fields, conflict for a name in use */
    async replace(id: number, { fields: sent, password }: WithPassword, cause: AuditContext): Promise<void> {
      const fields = readFields(sent);
      const sealedPassword = password === '' ? undefined : seal(fields, password);
      await inTransaction(db, CONSTRAINTS, async (trx) => {
        const before = await lockConnection(trx, id);
        if (!before) throw noSuchConnection(id);
        if (before.ownerId !== null) throw connectionManaged();
        if (sealedPassword === undefined) requireSameLogin(before, fields);
        const isOtherServer = fields.host !== before.host || fields.port !== before.port;
        const isOtherLogin =
          isOtherServer || fields.database !== before.database || fields.user !== before.user;
        await replaceConnection(trx, id, { ...fields, sealedPassword, isOtherServer, isOtherLogin });
        const details = { ...auditDetails(id, fields), password_changed: sealedPassword !== undefined };
        await recordAudit(trx, { event: 'connection.changed', cause, subject: fields.name, details });
      });
    },

    /** @throws {AppError} not_found, conflict while datasets need it */
    async remove(id: number, actor: Actor, cause: AuditContext): Promise<void> {
      const visible = await auth.visibleDatasets(actor);
      await inTransaction(db, CONSTRAINTS, async (trx) => {
        const connection = await lockConnection(trx, id);
        if (!connection) throw noSuchConnection(id);
        const datasets = await listDatasetsOf(trx, id);
        const shown = datasets.filter((dataset) => visible === 'all' || visible.includes(dataset.id));
        if (datasets.length > 0)
          throw connectionInUse({
            count: datasets.length,
            names: shown.slice(0, 20).map(({ name }) => name),
          });
        await removeConnection(trx, id);
        const details = auditDetails(id, connection);
        await recordAudit(trx, { event: 'connection.deleted', cause, subject: connection.name, details });
      });
    },

    /** Signs in with fields that need not be saved. @throws {AppError} bad_request, forbidden, not_found */
    async test(
      { id, fields, password }: ConnectionTestRequest,
      { actor, signal }: { actor: Actor; signal: AbortSignal },
    ): Promise<VaultSchemas['ConnectionTest']> {
      if (id === undefined) {
        const { host, database, user } = fields;
        if (host === undefined) throw fieldMissing('host');
        if (database === undefined) throw fieldMissing('database_name');
        if (user === undefined) throw fieldMissing('username');
        if (password === '') throw fieldMissing('password');
        const typed = {
          name: 'new',
          port: 5432,
          sslmode: 'require' as const,
          ...fields,
          host,
          database,
          user,
        };
        return probe({ ...readFields(typed), password: readPassword(password) }, signal);
      }
      await requireConnectionUse({ db, auth }, id, actor);
      const saved = await findConnection(db, id);
      if (!saved) throw noSuchConnection(id);
      const tested = readFields({ name: 'saved', ...saved, ...fields });
      if (password !== '') return probe({ ...tested, password: readPassword(password) }, signal);
      const stored = await savedAddress({ db, secretBox }, id);
      requireSameLogin(stored, tested);
      return probe({ ...tested, password: stored.password }, signal);
    },
  };
}

function auditDetails(id: number, { host, port, database, user, sslmode }: Omit<ConnectionFields, 'name'>) {
  return { connection_id: id, host, port, database_name: database, username: user, sslmode };
}
