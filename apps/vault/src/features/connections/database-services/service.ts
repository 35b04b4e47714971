import { inTransaction } from '@cairn/db';
import { AppError, badRequest, conflict, notFound } from '@cairn/service';
import type { Actor, AuditContext, SecretBox } from '@cairn/service';
import type { Db } from '../../../db/handle.ts';
import type { UserRights } from '../../access/dataset-guard.ts';
import { recordAudit } from '../../audit/repo.ts';
import { connectionPurpose } from '../connect.ts';
import { CONSTRAINTS } from '../errors.ts';
import { findServiceConnection, saveServiceConnection } from '../repo.ts';
import { readFields, readPassword } from '../saved/fields.ts';
import type { DatabaseService } from '../types.ts';
import type { DatabaseServiceSource } from './service-file.ts';

const ADMINISTERS = { resourceType: 'service', resourceKey: 'vault', permission: 'admin' } as const;

export type DatabaseServices = ReturnType<typeof createDatabaseServices>;

/** Database services by name, and the connections that are saved for them. */
export function createDatabaseServices({
  db,
  secretBox,
  auth,
  source,
}: {
  db: Db;
  secretBox: SecretBox;
  auth: UserRights;
  source: DatabaseServiceSource;
}) {
  /** @throws {AppError} not_found, bad_request without a password, bad_gateway when the source cannot be read. */
  async function open(
    name: string,
    cause: AuditContext,
  ): Promise<{ connectionId: number; service: DatabaseService }> {
    const service = (await source.list()).find((each) => each.name === name);
    if (!service) throw notFound('vault.no_such_service', `There is no database service "${name}".`);
    if (service.password === '') {
      throw badRequest(
        'vault.service_without_password',
        `The database service "${name}" has no password. Add it to the connection service file.`,
      );
    }
    const fields = readFields({ ...service, sslmode: service.sslmode ?? 'prefer' });
    const address = {
      ...fields,
      sealedPassword: secretBox.seal(readPassword(service.password), connectionPurpose(fields)),
    };
    const save = (connectionName: string) =>
      inTransaction(db, CONSTRAINTS, async (trx) => {
        const saved = await saveServiceConnection(trx, { ...address, name: connectionName, service: name });
        if (!saved.existing) {
          const { host, port, database, user, sslmode } = fields;
          const details = {
            connection_id: saved.id,
            host,
            port,
            database_name: database,
            username: user,
            sslmode,
          };
          await recordAudit(trx, { event: 'connection.created', cause, subject: connectionName, details });
        }
        return saved.id;
      });
    const connectionId = await save(name).catch((error: unknown) => {
      const isNameTaken = error instanceof AppError && error.code === CONSTRAINTS.connections_name_key.code;
      if (!isNameTaken) throw error;
      // A connection of another origin has the name.
      return save(`${name} (database service)`);
    });
    return { connectionId, service };
  }

  return {
    list: (): Promise<DatabaseService[]> => source.list(),
    open,

    /**
     * The saved connection of a service that a load names. Administrators open it by that; others need it to be open.
     * @throws {AppError} conflict when an administrator has to open the service first.
     */
    async resolve(name: string, requester: Actor | null): Promise<number> {
      const saved = await findServiceConnection(db, name);
      if (saved !== null) return saved;
      if (requester && (await auth.allows(requester, ADMINISTERS))) {
        const cause = { actorId: requester.id, actorName: requester.username, ip: '', requestId: '' };
        return (await open(name, cause)).connectionId;
      }
      throw conflict(
        'vault.service_not_open',
        `There is no open database service "${name}". Ask an administrator of the vault to open it.`,
      );
    },
  };
}
