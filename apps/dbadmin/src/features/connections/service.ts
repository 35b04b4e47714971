import { SSL_MODES, toAppError } from '@cairn/db';
import type { SslMode } from '@cairn/db';
import { badRequest, conflict } from '@cairn/service';
import type { AuditContext, SecretBox } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { recordAudit } from '../audit/repo.ts';
import { keepBackups } from '../backups/repo.ts';
import { readPassword } from '../roles/password.ts';
import { addressOf, readHost } from '../servers/host.ts';
import { addressText } from './server-address.ts';
import { noSuchConnection } from '../servers/service.ts';
import type { ServerLogin, Servers } from '../servers/service.ts';
import { probeServer } from './probe.ts';
import type { ProbeOutcome } from './probe.ts';
import {
  deleteConnectionRow,
  findConnection,
  findConnections,
  insertConnection,
  kindsUnderWay,
  lockConnection,
  replaceConnection,
} from './repo.ts';
import { passwordPurpose } from './types.ts';
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
  secretBox,
  servers,
  allowedNetworks,
}: {
  db: Db;
  secretBox: SecretBox;
  servers: Pick<Servers, 'forget' | 'login'>;
  allowedNetworks: string[];
}) {
  async function required(id: number): Promise<Connection> {
    const found = await findConnection(db, id);
    if (!found) throw noSuchConnection(id);
    return found;
  }

  async function loginFor(fields: ConnectionFields, password: string): Promise<ServerLogin> {
    const { name, host, port, sslmode, adminUsername: user } = fields;
    const address = await addressOf(host, allowedNetworks);
    return { connectionId: 0, name, host, address, port, sslmode, user, password };
  }

  return {
    list: (): Promise<Connection[]> => findConnections(db),
    get: required,

    async create(sent: ConnectionFields, password: string, cause: AuditContext): Promise<number> {
      const fields = await check(sent, allowedNetworks);
      if (password === '') throw noPassword();
      const sealedPassword = secretBox.seal(readPassword(password), passwordPurpose(fields));
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

    /** Signs in with fields that are not saved. A blank password is that of the connection which they would change. */
    async tryOut(sent: ConnectionFields, password: string, id: number | null): Promise<ProbeOutcome> {
      const fields = await check(sent, allowedNetworks);
      if (password !== '') {
        return probeServer(() => loginFor(fields, readPassword(password)));
      }
      if (id === null) throw noPassword();
      requireSameLogin(await required(id), fields);
      return probeServer(async () => ({ ...(await servers.login(id)), sslmode: fields.sslmode }));
    },

    async replace(
      id: number,
      sent: ConnectionFields,
      password: string,
      cause: AuditContext,
    ): Promise<Connection> {
      const before = await required(id);
      const fields = await check(sent, allowedNetworks);
      const isOtherServer = fields.host !== before.host || fields.port !== before.port;
      if (password === '') requireSameLogin(before, fields);
      const secret =
        password === ''
          ? {}
          : { sealedPassword: secretBox.seal(readPassword(password), passwordPurpose(fields)) };
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

    async remove(id: number, cause: AuditContext): Promise<void> {
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

function noPassword() {
  return badRequest('dbadmin.no_password', 'A new connection needs the password of its administrator.');
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

/**
 * Requires that a stored password is used for the server, role and encryption that it was entered for.
 * @throws {AppError} bad_request when another server, or one that pretends to be it, could get a proof of it.
 */
function requireSameLogin(before: ConnectionFields, now: ConnectionFields): void {
  const isSame =
    now.host === before.host && now.port === before.port && now.adminUsername === before.adminUsername;
  if (isSame && !isWeaker(now.sslmode, before.sslmode)) return;
  throw badRequest(
    'dbadmin.password_needed',
    'The stored password belongs to the host, port and user it was entered for, and to encryption at least as strict; enter the password to change them.',
  );
}

/** Whether a mode verifies less of a server than another one. */
function isWeaker(mode: SslMode, than: SslMode): boolean {
  return SSL_MODES.indexOf(mode) < SSL_MODES.indexOf(than);
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
