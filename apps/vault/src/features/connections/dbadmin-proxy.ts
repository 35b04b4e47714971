import { forwardableCredential } from '@cairn/auth';
import { createDbadminClient } from '@cairn/contracts';
import { AppError, outboundFetch } from '@cairn/service';
import type { Call, ErrorKind } from '@cairn/service';

/** As long as a page waits; database administration itself gives up earlier on a server that does not answer. */
const DEADLINE_MS = 30_000;

const KINDS: Record<number, ErrorKind> = {
  400: 'bad_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  503: 'unavailable',
};

type Client = ReturnType<typeof createDbadminClient>;
/** What the generated client returns. */
interface Answer {
  data?: unknown;
  error?: unknown;
  response: Response;
}

export type DbadminProxy = ReturnType<typeof createDbadminProxy>;

/** Calls database administration with the caller's session, and returns what it shows that caller. */
export function createDbadminProxy({ url }: { url: string | undefined }) {
  /** @throws {AppError} as database administration answers; bad_gateway when it is down or answers something else. */
  async function ask<T>(
    call: Call,
    isExpected: (body: unknown) => body is T,
    request: (client: Client) => Promise<Answer>,
  ): Promise<{ status: number; body: T }> {
    if (url === undefined)
      throw badGateway('Database administration is not connected. Ask the operator to set DBADMIN_URL.');
    const headers = forwardableCredential(call.request.headers);
    const fetch = outboundFetch({ call, deadlineMs: DEADLINE_MS, headers });
    const client = createDbadminClient({ baseUrl: url.replace(/\/$/, ''), fetch });
    const { data, error, response } = await request(client).catch((cause: unknown) => {
      call.signal.throwIfAborted();
      throw badGateway('Database administration could not be reached. Try again in a moment.', cause);
    });
    if (response.ok && isExpected(data)) return { status: response.status, body: data };
    const sentence = (error as { error?: unknown } | undefined)?.error;
    const kind = KINDS[response.status];
    if (response.ok || !kind || typeof sentence !== 'string')
      throw badGateway('Database administration did not answer as expected. Try again in a moment.');
    throw new AppError({ kind, code: 'vault.dbadmin_answer', message: sentence });
  }

  const params = (id: number) => ({ params: { path: { id } } });

  return {
    connections: (call: Call) => ask(call, isListOfObjects, (client) => client.GET('/api/connections')),
    databases: (call: Call, connectionId: string | undefined) =>
      ask(call, isListOfObjects, (client) =>
        client.GET('/api/databases', {
          params: { query: connectionId === undefined ? {} : { connection_id: connectionId } },
        }),
      ),
    createDatabase: (call: Call, body: object) =>
      ask(call, isObject, (client) => client.POST('/api/databases', { body: body as never })),
    pgUsers: (call: Call, id: number) =>
      ask(call, isListOfObjects, (client) => client.GET('/api/connections/{id}/pg-users', params(id))),
    schemas: (call: Call, id: number) =>
      ask(call, isListOfNames, (client) => client.GET('/api/databases/{id}/schemas', params(id))),
  };
}

type OpenObject = Record<string, unknown>;

function isObject(body: unknown): body is OpenObject {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

function isListOfObjects(body: unknown): body is OpenObject[] {
  return Array.isArray(body) && body.every(isObject);
}

function isListOfNames(body: unknown): body is string[] {
  return Array.isArray(body) && body.every((name) => typeof name === 'string');
}

function badGateway(message: string, cause?: unknown): AppError {
  return new AppError({ kind: 'bad_gateway', code: 'vault.dbadmin_unreachable', message, cause });
}
