import { forwardableCredential, signServiceToken } from '@cairn/auth';
import { createDbadminClient } from '@cairn/contracts';
import { AppError, badRequest, conflict, outboundFetch, unprocessable } from '@cairn/service';
import type { Call } from '@cairn/service';
import { databaseLate, noDatabaseServer, otherPlace, severalDatabaseServers } from './errors.ts';
import type { DatabasePlace } from '../../db/express-tables.ts';
import type { ExpressSetup, NewDatabases } from './types.ts';

const READ_MS = 10_000;
/** Creating and dropping wait for 20 s there, and may wait for a slow server before. */
const CREATE_MS = 60_000;
const MAX_ROUNDS = 3;

interface DbadminDeps {
  url: string;
  serviceSecret: string;
}

interface Caller {
  /** Of the platform. */
  userId: number;
  call: Call;
  /** The server that was chosen; null: the only one. */
  connectionId: number | null;
}

/** Databases that database administration makes with the rights of the caller's own session. */
export function createDbadminDatabases(
  { url, serviceSecret }: DbadminDeps,
  { userId, call, connectionId }: Caller,
): NewDatabases {
  const baseUrl = url.replace(/\/$/, '');

  function asCaller() {
    const headers = forwardableCredential(call.request.headers);
    return createDbadminClient({ baseUrl, fetch: outboundFetch({ call, deadlineMs: READ_MS, headers }) });
  }

  function asFieldSync() {
    const token = signServiceToken({ service: 'field-sync', audience: 'dbadmin', secret: serviceSecret });
    const headers = { authorization: `Bearer ${token}` };
    return createDbadminClient({ baseUrl, fetch: outboundFetch({ call, deadlineMs: CREATE_MS, headers }) });
  }

  function serverOf({ name }: ExpressSetup, place: DatabasePlace): number {
    if (place.by !== 'dbadmin') throw otherPlace(name);
    return place.serverId;
  }

  return {
    async choosePlace() {
      const { data, response, error } = await asCaller().GET('/api/registry');
      if (!data) throw toAppError(response.status, error);
      // Callers who may not edit see names only.
      const servers = data.connections.filter(({ host }) => host !== undefined);
      if (connectionId === null && servers.length > 1) throw severalDatabaseServers(servers);
      const chosen = connectionId === null ? servers[0] : servers.find(({ id }) => id === connectionId);
      if (!chosen) throw noDatabaseServer();
      return { by: 'dbadmin', serverId: chosen.id };
    },

    // A name that is taken is refused before anything is made.
    isFree: async () => true,

    async create(setup, place) {
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        const { data, response, error } = await asFieldSync().POST('/internal/registry/databases', {
          body: {
            ...{ request_id: setup.uuid, connection_id: serverOf(setup, place) },
            ...{ user_id: userId, name: setup.name },
          },
        });
        if (!data) throw toAppError(response.status, error);
        if (data.state === 'ready') return data.database_id;
      }
      throw databaseLate(setup.name);
    },

    async login(setup, { place, objectId }) {
      const { data, response, error } = await asFieldSync().POST('/internal/registry/databases/{id}/login', {
        params: { path: { id: objectId ?? 0 } },
        body: { connection_id: serverOf(setup, place), user_id: userId },
      });
      if (!data) throw toAppError(response.status, error);
      const { host, port, sslmode, database, username, password } = data;
      return { host, port, sslmode, database, username, password };
    },

    async drop(setup, place) {
      serverOf(setup, place);
      const path = '/internal/registry/databases/requests/{requestId}';
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        const { data, response, error } = await asFieldSync().DELETE(path, {
          params: { path: { requestId: setup.uuid } },
        });
        if (!data) throw toAppError(response.status, error);
        if (data.state === 'dropped') return;
        if (data.error !== undefined) throw unprocessable('field_sync.dbadmin_refused', data.error);
      }
      throw conflict(
        'field_sync.express_drop_late',
        `The database "${setup.name}" is not dropped yet. Try again in a minute.`,
      );
    },
  };
}

/** Its sentence, with a status with which actions answer it. */
function toAppError(status: number, error: { error: string } | undefined): AppError {
  const sentence =
    error?.error ?? 'Database administration did not answer as expected. Try again in a moment.';
  if (status === 400 || status === 404) return badRequest('field_sync.dbadmin_refused', sentence);
  if (status === 409) return conflict('field_sync.dbadmin_conflict', sentence);
  if (status === 401 || status === 403) return unprocessable('field_sync.dbadmin_forbidden', sentence);
  return new AppError({ kind: 'bad_gateway', code: 'field_sync.dbadmin_failed', message: sentence });
}
