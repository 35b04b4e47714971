import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import { freePort } from '@cairn/testing';

export interface RunOfTest {
  report: string;
  format: string;
  onBehalfOf: string | undefined;
  query: URLSearchParams;
}

/** What the stand-in answers to a run. */
export type Answering =
  /** The document, not before `after` is settled. */
  | { document: Buffer; mime?: string; after?: Promise<unknown> }
  | { status: number; message: string }
  /** Half a document, and then the connection ends. */
  | { cut: Buffer }
  /** Nothing until the caller leaves. */
  | 'hang';

export const DOCUMENT = Buffer.from('%PDF-1.4\nOne page about rivers.\n');

/** A stand-in for the report server's internal routes, with the answers that a test wants. */
export async function startTestReportServer() {
  const runs: RunOfTest[] = [];
  let answering: Answering = { document: DOCUMENT };
  let left = 0;

  function answer(response: ServerResponse): void {
    response.once('close', () => (left += response.writableFinished ? 0 : 1));
    if (answering === 'hang') return;
    response.setHeader('X-Execution-Id', randomUUID());
    if ('status' in answering) {
      response.writeHead(answering.status, { 'Content-Type': 'text/plain' }).end(`${answering.message}\n`);
    } else if ('cut' in answering) {
      response.writeHead(200, { 'Content-Type': 'application/pdf', 'Content-Length': '100000' });
      response.write(answering.cut, () => response.destroy());
    } else {
      const { document, mime = 'application/pdf', after = Promise.resolve() } = answering;
      void after.then(() => response.writeHead(200, { 'Content-Type': mime }).end(document));
    }
  }

  const figures = {
    rows: 12,
    pages: 1,
    bytes: 30,
    queued_ms: 1,
    db_ms: 20,
    render_ms: 30,
    warnings: ['One warning.'],
  };
  const create = () =>
    createServer((request, response) => {
      const url = new URL(request.url ?? '/', 'http://report-server');
      if (url.pathname.startsWith('/internal/executions/'))
        return response
          .setHeader('Content-Type', 'application/json')
          .end(JSON.stringify({ ...figures, error: null }));
      const { searchParams: query } = url;
      runs.push({
        report: query.get('_repName') ?? '',
        format: query.get('_repFormat') ?? '',
        onBehalfOf: request.headers['x-on-behalf-of'] as string | undefined,
        query,
      });
      return answer(response);
    });
  const port = await freePort();
  let server: Server;
  const start = async () => {
    server = create();
    await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  };
  await start();

  return {
    url: `http://127.0.0.1:${port}`,
    runs,
    /** Callers that left before they had their answer. */
    left: () => left,
    answerWith: (next: Answering) => void (answering = next),
    /** Refuses connections until `start`. */
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
    start,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
