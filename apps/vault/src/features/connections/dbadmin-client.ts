import { forwardableCredential, signServiceToken } from '@cairn/auth';
import { createDbadminClient } from '@cairn/contracts';
import type { DbadminSchemas } from '@cairn/contracts';
import { badRequest, conflict, forbidden, outboundFetch, unavailable } from '@cairn/service';
import type { AppError, Call } from '@cairn/service';
import type { NewDatabaseRequest } from './types.ts';

/** dbadmin signs in to the database server and grants privileges on each table there. */
const LOGIN_MS = 60_000;
const READ_MS = 10_000;

export type DbadminClient = ReturnType<typeof createDbadmin>;
/** Creating and dropping wait for 20 s there, and may wait for a slow server before. */
const CREATE_MS = 60_000;

type CallerRequest = Pick<Call, 'requestId' | 'signal' | 'request'>;
/** A call as the vault itself: also of a worker, which has no session of the user. */
type ServiceRequest = Pick<Call, 'requestId' | 'signal'>;

interface DatabaseRequest {
  /** Names the request: repeating it creates nothing twice. */
  requestId: string;
  serverId: number;
  /** The user whose rights count. */
  userId: number;
  name: string;
  owner: NewDatabaseRequest['owner'];
}

/** Calls to the service dbadmin: with the caller's session, or as the vault for a user. */
export function createDbadmin({ url, serviceSecret }: { url: string | undefined; serviceSecret: string }) {
  function clientFor(options: Parameters<typeof outboundFetch>[0]) {
    if (url === undefined) {
      throw unavailable(
        'vault.no_dbadmin',
        'Databases cannot be chosen here. Ask the operator to set DBADMIN_URL.',
      );
    }
    return createDbadminClient({ baseUrl: url.replace(/\/$/, ''), fetch: outboundFetch(options) });
  }

  const asCaller = (call: CallerRequest) =>
    clientFor({ call, deadlineMs: READ_MS, headers: forwardableCredential(call.request.headers) });

  const asVault = ({ requestId, signal }: ServiceRequest, deadlineMs: number) => {
    const token = signServiceToken({ service: 'vault', audience: 'dbadmin', secret: serviceSecret });
    const call = { requestId, signal, request: { headers: {} } };
    return clientFor({ call, deadlineMs, headers: { authorization: `Bearer ${token}` } });
  };

  return {
    isConfigured: url !== undefined,

    /** Servers and their databases; an empty list for a caller without permissions there. */
    async registry(call: CallerRequest): Promise<DbadminSchemas['Registry']> {
      const { data, response, error } = await asCaller(call).GET('/api/registry');
      if (data) return data;
      if (response.status === 401 || response.status === 403) return { connections: [] };
      throw toAppError(response.status, error);
    },

    /** Tables of a database. */
    async tables(
      call: CallerRequest,
      id: number,
      schema: string | undefined,
    ): Promise<DbadminSchemas['Table'][]> {
      const params = { path: { id }, query: schema === undefined ? {} : { schema } };
      const { data, response, error } = await asCaller(call).GET('/api/databases/{id}/tables', { params });
      if (data) return data;
      throw toAppError(response.status, error);
    },

    /** A login of the vault for a database, created for a user who may edit there. It contains a password. */
    async login(
      call: ServiceRequest,
      { databaseId, connectionId, userId }: { databaseId: number; connectionId?: number; userId: number },
    ): Promise<DbadminSchemas['AdoptedLogin']> {
      const client = asVault(call, LOGIN_MS);
      const { data, response, error } = await client.POST('/internal/registry/databases/{id}/login', {
        params: { path: { id: databaseId } },
        body: { ...(connectionId === undefined ? {} : { connection_id: connectionId }), user_id: userId },
      });
      if (data) return data;
      throw toAppError(response.status, error);
    },

    /** Creates a database with PostGIS for a user, once for each request. While it is `creating`, repeat the call. */
    async createDatabase(
      call: ServiceRequest,
      { requestId, serverId, userId, name, owner }: DatabaseRequest,
    ): Promise<DbadminSchemas['ServiceDatabase']> {
      const { data, response, error } = await asVault(call, CREATE_MS).POST('/internal/registry/databases', {
        body: {
          request_id: requestId,
          connection_id: serverId,
          user_id: userId,
          name,
          ...(owner ? { owner } : {}),
        },
      });
      if (data) return data;
      throw toAppError(response.status, error);
    },

    /** Drops what a request for a database created; a request that arrives later creates nothing. */
    async undoDatabase(
      call: ServiceRequest,
      requestId: string,
    ): Promise<{ state: 'dropping' | 'dropped'; error?: string }> {
      const path = '/internal/registry/databases/requests/{requestId}';
      const { data, response, error } = await asVault(call, CREATE_MS).DELETE(path, {
        params: { path: { requestId } },
      });
      if (data) return data;
      throw toAppError(response.status, error);
    },
  };
}

/** The error of dbadmin, with a status that operations of the vault declare. */
function toAppError(status: number, error: { error: string } | undefined): AppError {
  const sentence =
    error?.error ?? 'Database administration did not answer as expected. Try again in a moment.';
  if (status === 400 || status === 404) return badRequest('vault.dbadmin_refused', sentence);
  if (status === 401 || status === 403) return forbidden('vault.dbadmin_forbidden', sentence);
  if (status === 409) return conflict('vault.dbadmin_conflict', sentence);
  return unavailable('vault.dbadmin_failed', sentence);
}
