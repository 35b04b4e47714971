import { forwardableCredential, signServiceToken } from '@cairn/auth';
import { createDbadminClient } from '@cairn/contracts';
import type { DbadminSchemas } from '@cairn/contracts';
import { badRequest, conflict, forbidden, outboundFetch, unavailable } from '@cairn/service';
import type { AppError, Call } from '@cairn/service';

/** dbadmin signs in to the database server and grants privileges on each table there. */
const LOGIN_MS = 60_000;
const READ_MS = 10_000;

export type DbadminClient = ReturnType<typeof createDbadmin>;
type CallerRequest = Pick<Call, 'requestId' | 'signal' | 'request'>;

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
      call: CallerRequest,
      { databaseId, connectionId, userId }: { databaseId: number; connectionId: number; userId: number },
    ): Promise<DbadminSchemas['AdoptedLogin']> {
      const token = signServiceToken({ service: 'vault', audience: 'dbadmin', secret: serviceSecret });
      const client = clientFor({
        call,
        deadlineMs: LOGIN_MS,
        headers: { authorization: `Bearer ${token}` },
      });
      const { data, response, error } = await client.POST('/internal/registry/databases/{id}/login', {
        params: { path: { id: databaseId } },
        body: { connection_id: connectionId, user_id: userId },
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
