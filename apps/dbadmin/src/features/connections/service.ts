import { toAppError } from '@cairn/db';
import { badRequest, conflict } from '@cairn/service';
import type { Cause, Sealer } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { recordAudit } from '../audit/repo.ts';
import { keepBackups } from '../backups/repo.ts';
import { readPassword } from '../roles/password.ts';
import { addressOf, readHost } from '../servers/host.ts';
import { addressText } from '../servers/place.ts';
import { noSuchConnection } from '../servers/service.ts';
import type { Servers } from '../servers/service.ts';
import {
  deleteConnectionRow,
  findConnection,
  findConnections,
  insertConnection,
  kindsUnderWay,
  lockConnection,
  replaceConnection,
} from './repo.ts';
import { PASSWORD_PURPOSE } from './types.ts';
import type { Connection, ConnectionFields } from './types.ts';

const CONSTRAINTS = {
  connections_name_key: {
    code: 'dbadmin.connection_name_taken',
    message: 'There is a connection of this name already; choose another name.',
  },
};

export type ConnectionService = ReturnType<typeof createConnectionService>;

/** The servers that are administered. Passwords come in and never go out. */
export function createConnectionService({
  db,
  sealer,
  servers,
  allowedNetworks,
}: {
  db: Db;
  sealer: Sealer;
  servers: Pick<Servers, 'forget'>;
  allowedNetworks: string[];
}) {
  async function required(id: number): Promise<Connection> {
    const found = await findConnection(db, id);
    if (!found) throw noSuchConnection(id);
    return found;
  }

  return {
    list: (): Promise<Connection[]> => findConnections(db),
    get: required,

    async create(sent: ConnectionFields, password: string, cause: Cause): Promise<number> {
      const fields = await check(sent, allowedNetworks);
      if (password === '') {
        throw badRequest('dbadmin.no_password', 'A new connection needs the password of its administrator.');
      }
      const sealedPassword = sealer.seal(readPassword(password), PASSWORD_PURPOSE);
      return inTransaction(db, async (trx) => {
        const id = await insertConnection(trx, { ...fields, sealedPassword });
        await recordAudit(trx, {
          event: 'connection.created',
          cause,
          connectionId: id,
          subject: fields.name,
          details: publicPart(fields),
        });
        return id;
      });
    },

    async replace(id: number, sent: ConnectionFields, password: string, cause: Cause): Promise<Connection> {
      const before = await required(id);
      const fields = await check(sent, allowedNetworks);
      const isOtherServer = fields.host !== before.host || fields.port !== before.port;
      if (password === '' && (isOtherServer || fields.adminUsername !== before.adminUsername)) {
        throw badRequest(
          'dbadmin.password_needed',
          'The stored password belongs to the host, port and user it was given for; enter the password to change them.',
        );
      }
      const secret =
        password === '' ? {} : { sealedPassword: sealer.seal(readPassword(password), PASSWORD_PURPOSE) };
      await inTransaction(db, async (trx) => {
        // A job that was asked for on one server must not find another one behind its connection.
        if (isOtherServer) await refuseBusy(trx, before, 'move it to another server');
        await replaceConnection(trx, id, { ...fields, ...secret, isOtherServer });
        await recordAudit(trx, {
          event: 'connection.changed',
          cause,
          connectionId: id,
          subject: fields.name,
          details: { ...publicPart(fields), password_changed: password !== '' },
        });
      });
      servers.forget(id);
      return required(id);
    },

    async remove(id: number, cause: Cause): Promise<void> {
      const connection = await required(id);
      const { name } = connection;
      await inTransaction(db, async (trx) => {
        await refuseBusy(trx, connection, 'delete the connection');
        const kept = await keepBackups(trx, { connectionId: id, server: addressText(connection) });
        await deleteConnectionRow(trx, id);
        await recordAudit(trx, {
          event: 'connection.deleted',
          cause,
          connectionId: id,
          subject: name,
          details: { backups_kept: kept },
        });
      });
      servers.forget(id);
    },
  };
}

/** In the transaction of the change: jobs are enqueued with the row of their database locked, or with one made for them. */
async function refuseBusy(trx: Db, { id, name }: Connection, what: string): Promise<void> {
  await lockConnection(trx, id);
  const [busy] = await kindsUnderWay(trx, id);
  if (!busy) return;
  throw conflict(
    'dbadmin.connection_busy',
    `A job is working on "${name}" (${busy}); wait for it or cancel it, then ${what}.`,
  );
}

async function check(sent: ConnectionFields, allowedNetworks: string[]): Promise<ConnectionFields> {
  const fields = {
    ...sent,
    name: plainText('name', sent.name),
    host: readHost(sent.host),
    adminUsername: plainText('user', sent.adminUsername),
  };
  // A name that nobody knows yet may come to mean something; one that leads into a closed network is refused at once.
  await addressOf(fields.host, allowedNetworks).catch((error: { kind?: string }) => {
    if (error.kind !== 'bad_gateway') throw error;
  });
  return fields;
}

function plainText(what: string, value: string): string {
  const text = value.trim();
  // eslint-disable-next-line no-control-regex
  if (text !== '' && !/[\u0000-\u001f\u007f]/.test(text)) return text;
  throw badRequest('dbadmin.bad_text', `The ${what} of a connection must be a line of text.`);
}

function publicPart({ host, port, sslmode, adminUsername }: ConnectionFields) {
  return { host, port, sslmode, admin_username: adminUsername };
}

async function inTransaction<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  try {
    return await db.transaction().execute(work);
  } catch (error) {
    throw toAppError(error, CONSTRAINTS);
  }
}
