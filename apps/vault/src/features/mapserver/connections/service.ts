import { isUniqueViolation } from '@cairn/db';
import { AppError, badRequest, conflict, notFound } from '@cairn/service';
import type { AuditContext, SafeFetch, SecretBox } from '@cairn/service';
import type { Db } from '../../../db/handle.ts';
import { recordAudit } from '../../audit/repo.ts';
import type { AuditEventName } from '../../audit/repo.ts';
import { createGeoServerClient } from '../geoserver/client.ts';
import type { GeoServerClient } from '../geoserver/client.ts';
import { listWorkspaces } from '../geoserver/workspaces.ts';
import { deleteMapServer, findMapServer, insertMapServer, listMapServers, updateMapServer } from './repo.ts';
import type { StoredMapServer } from './repo.ts';
import type { MapServer, MapServerInput } from './types.ts';

export interface MapServersDeps {
  db: Db;
  secretBox: SecretBox;
  safeFetch: SafeFetch;
}

/** A map server that may be used. */
export interface OpenMapServer {
  connection: MapServer;
  server: GeoServerClient;
}

export interface MapServerTest {
  url: string;
  workspaces?: number;
  error?: string;
}

export type MapServers = ReturnType<typeof createMapServers>;

/** Saved connections to map servers. Passwords are sealed under the origin and the username for which they were entered. */
export function createMapServers({ db, secretBox, safeFetch }: MapServersDeps) {
  function openServer({ url, username, verifySsl, sealedPassword }: StoredMapServer): GeoServerClient {
    const password = secretBox.open(sealedPassword, passwordPurpose({ url, username }));
    return createGeoServerClient(safeFetch, { url, username, password, verifySsl });
  }

  async function require(id: number): Promise<StoredMapServer> {
    const connection = await findMapServer(db, id);
    if (!connection) throw noSuchMapServer(id);
    return connection;
  }

  function sealPassword(input: MapServerInput, saved: StoredMapServer | null): string {
    if (input.password !== '') return secretBox.seal(input.password, passwordPurpose(input));
    if (saved && passwordPurpose(saved) === passwordPurpose(input)) return saved.sealedPassword;
    throw badRequest(
      'vault.mapserver_password_missing',
      saved
        ? 'The server or the username has changed, so enter the password again.'
        : 'The connection needs a password.',
    );
  }

  async function save(
    { event, input, cause }: { event: AuditEventName; input: MapServerInput; cause: AuditContext },
    write: (trx: Db) => Promise<number>,
  ): Promise<number> {
    try {
      return await db.transaction().execute(async (trx) => {
        const id = await write(trx);
        const details = { map_server_id: id, url: input.url };
        await recordAudit(trx, { event, cause, subject: input.name, details });
        return id;
      });
    } catch (error) {
      if (!isUniqueViolation(error, 'mapserver_connections_name_key')) throw error;
      throw conflict(
        'vault.mapserver_name_taken',
        `There is already a map server with the name "${input.name}". Choose another name.`,
      );
    }
  }

  return {
    list: (): Promise<MapServer[]> => listMapServers(db),

    async create(given: MapServerInput, cause: AuditContext): Promise<number> {
      const input = checkInput(given, safeFetch);
      const fields = { ...input, sealedPassword: sealPassword(input, null) };
      return save({ event: 'map_server.created', input, cause }, (trx) => insertMapServer(trx, fields));
    },

    /** @throws {AppError} not_found; bad_request for a blank password with another server or username. */
    async update(id: number, given: MapServerInput, cause: AuditContext): Promise<void> {
      const saved = await require(id);
      const input = checkInput(given, safeFetch);
      const fields = { ...input, sealedPassword: sealPassword(input, saved) };
      await save({ event: 'map_server.changed', input, cause }, async (trx) => {
        await updateMapServer(trx, id, fields);
        return id;
      });
    },

    /** The map server itself stays as it is. */
    async delete(id: number, cause: AuditContext): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const name = await deleteMapServer(trx, id);
        if (name === null) return;
        const details = { map_server_id: id };
        await recordAudit(trx, { event: 'map_server.deleted', cause, subject: name, details });
      });
    },

    /** Signs in and counts workspaces, also with a connection that is not enabled. @throws {AppError} not_found */
    async test(id: number, signal: AbortSignal): Promise<MapServerTest> {
      const connection = await require(id);
      const { url } = connection;
      try {
        return { url, workspaces: (await listWorkspaces(openServer(connection), signal)).length };
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof AppError) || error.kind === 'internal') throw error;
        return { url, error: error.message };
      }
    },

    /** @throws {AppError} not_found for an unknown connection, bad_request for one that is not enabled. */
    async open(id: number): Promise<OpenMapServer> {
      const { sealedPassword, ...connection } = await require(id);
      if (!connection.enabled) {
        throw badRequest(
          'vault.mapserver_disabled',
          `The connection "${connection.name}" is not enabled. Enable it first.`,
        );
      }
      return { connection, server: openServer({ ...connection, sealedPassword }) };
    },
  };
}

/** A sealed password opens only for the server and the user for which it was entered. */
function passwordPurpose({ url, username }: Pick<MapServer, 'url' | 'username'>): string {
  return `vault.mapserver_connections ${JSON.stringify([new URL(url).origin, username])}`;
}

function checkInput(input: MapServerInput, safeFetch: SafeFetch): MapServerInput {
  const name = plainText(input.name, 'name');
  const username = plainText(input.username, 'username');
  // A colon would end the username in the header of the login (RFC 7617).
  if (username.includes(':'))
    throw badRequest('vault.bad_username', 'The username must not contain a colon.');
  return {
    ...input,
    ...{ name, username },
    url: webApplication(input.url, safeFetch),
    defaultWorkspace: input.defaultWorkspace.trim(),
  };
}

function plainText(text: string, what: string): string {
  const plain = text.normalize('NFC').trim();
  if (plain === '') throw badRequest('vault.mapserver_incomplete', `The connection needs a ${what}.`);
  if (/\p{Cc}/u.test(plain)) {
    throw badRequest('vault.bad_mapserver_field', `The ${what} must not contain control characters.`);
  }
  return plain;
}

/** The address without what people copy with it, such as /web/ or /rest. @throws {AppError} bad_request */
function webApplication(text: string, safeFetch: SafeFetch): string {
  if (text.trim() === '') throw badRequest('vault.mapserver_incomplete', 'The connection needs an address.');
  const url = safeFetch.check(text.trim());
  const path = url.pathname.replace(/\/+$/, '').replace(/\/(web|rest|wms|wfs|wcs|ows)$/, '');
  return url.origin + path;
}

function noSuchMapServer(id: number) {
  return notFound('vault.no_such_mapserver', `There is no map server connection ${id}. Choose another.`);
}
