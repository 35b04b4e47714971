import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { listen } from '@cairn/testing';

/** What an engine does with one request. */
type Behaviour = (request: IncomingMessage, response: ServerResponse, query: URLSearchParams) => void;

export type RawEngine = Awaited<ReturnType<typeof startRawEngine>>;

/** An engine of the kind that is spoken to as specified, which does to a request whatever a test says for its report. */
export async function startRawEngine() {
  const behaviours = new Map<string, Behaviour>();
  const requests: { path: string; query: URLSearchParams; headers: IncomingMessage['headers'] }[] = [];
  const server = createServer((request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://engine');
    requests.push({ path: pathname, query, headers: request.headers });
    const behave = behaviours.get(query.get('_repName') ?? query.get('image') ?? '');
    if (behave) behave(request, response, query);
    else response.writeHead(404).end();
  });
  const url = await listen(server);
  return {
    url,
    requests,
    /** Decides about a report, or about a picture. */
    on(name: string, behave: Behaviour) {
      behaviours.set(name, behave);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
