import { signServiceToken } from '@cairn/auth';
import { createDbadminClient } from '@cairn/contracts';
import type { DbadminSchemas } from '@cairn/contracts';
import { badRequest, conflict, forbidden, outboundFetch, unavailable } from '@cairn/service';
import type { AppError, Call } from '@cairn/service';

/** Database administration signs in to the server and grants privileges on each table there. */
const LOGIN_MS = 60_000;

export type DbadminClient = ReturnType<typeof createDbadmin>;

/** Calls to database administration as the report server, for a user. */
export function createDbadmin({ dbadminUrl, serviceSecret }: { dbadminUrl?: string; serviceSecret: string }) {
  return {
    /** A login that may only read, created for a user who may edit there. It contains a password. */
    async login(
      call: Pick<Call, 'requestId' | 'signal' | 'request'>,
      { databaseId, connectionId, userId }: { databaseId: number; connectionId: number; userId: number },
    ): Promise<DbadminSchemas['AdoptedLogin']> {
      if (dbadminUrl === undefined) {
        throw unavailable(
          'report-server.no_dbadmin',
          'Databases cannot be adopted here. Ask the operator to set DBADMIN_URL.',
        );
      }
      const token = signServiceToken({
        service: 'report-server',
        audience: 'dbadmin',
        secret: serviceSecret,
      });
      const headers = { authorization: `Bearer ${token}` };
      const client = createDbadminClient({
        baseUrl: dbadminUrl.replace(/\/$/, ''),
        fetch: outboundFetch({ call, deadlineMs: LOGIN_MS, headers }),
      });
      const { data, response, error } = await client.POST('/internal/registry/databases/{id}/login', {
        params: { path: { id: databaseId } },
        body: { connection_id: connectionId, user_id: userId, level: 'readonly' },
      });
      if (data) return data;
      throw toAppError(response.status, error);
    },
  };
}

/** The error of database administration, with a status that our operations declare. */
function toAppError(status: number, error: { error: string } | undefined): AppError {
  const sentence =
    error?.error ?? 'Database administration did not answer as expected. Try again in a moment.';
  if (status === 400 || status === 404) return badRequest('report-server.dbadmin_refused', sentence);
  if (status === 401 || status === 403) return forbidden('report-server.dbadmin_forbidden', sentence);
  if (status === 409) return conflict('report-server.dbadmin_conflict', sentence);
  return unavailable('report-server.dbadmin_failed', sentence);
}
