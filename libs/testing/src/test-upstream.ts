import { createServer } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A request as it arrived. */
export interface SeenRequest {
  method: string;
  /** Path and query, letter by letter. */
  address: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface UpstreamReply {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** The connection is cut after the body. */
  cut?: boolean;
}

/** A stand-in for a service to which requests are passed on, such as an analysis service. It answers JSON, or what a test says. */
export interface TestUpstream {
  url: string;
  /** All requests, oldest first. */
  requests: SeenRequest[];
  /** Answers of a path, until they are replaced. */
  answer(path: string, reply: UpstreamReply): void;
  close(): Promise<void>;
}

export async function startTestUpstream(name: string): Promise<TestUpstream> {
  const requests: SeenRequest[] = [];
  const replies = new Map<string, UpstreamReply>();
  const server = createServer(async (request, response) => {
    const { method = '', url: address = '', headers } = request;
    const body = String(await buffer(request).catch(() => ''));
    requests.push({ method, address, headers, body });
    send(response, replies.get(address.split('?')[0]!) ?? { body: JSON.stringify({ from: name, address }) });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answer: (path, reply) => void replies.set(path, reply),
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function send(
  response: ServerResponse,
  { status = 200, headers = {}, body = '', cut = false }: UpstreamReply,
) {
  response.writeHead(status, { 'content-type': 'application/json', 'set-cookie': 'upstream=1', ...headers });
  if (cut) response.write(body, () => response.destroy());
  else response.end(body);
}
