import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A service as the catalog meets it: real HTTP, an answer that a test may change, and what it was asked. */
export async function startDownstream(answer: Answer) {
  let current = answer;
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    current(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/discovery`,
    requests,
    answerWith(next: Answer) {
      current = next;
    },
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

export type Downstream = Awaited<ReturnType<typeof startDownstream>>;

/** Answers a listing with so many items. */
export function listing(
  options: { count?: number; type?: string; name?: string; items?: unknown[] } = {},
): Answer {
  const { count = 1, type = 'vault_dataset', name = 'thing' } = options;
  const items =
    options.items ??
    Array.from({ length: count }, (_each, index) => ({
      id: `${name}-${index}`,
      title: `${name} ${index}`,
      description: 'A thing',
      url: `/${name}/${index}`,
      category: 'Things',
    }));
  return (_request, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ service: name, resource_type: type, items, total: items.length }));
  };
}

export function status(code: number): Answer {
  return (_request, response) => {
    response.statusCode = code;
    response.end('{"error":"no"}');
  };
}

export function text(body: string): Answer {
  return (_request, response) => response.end(body);
}

/** Takes the request and never answers. */
export const hang: Answer = () => undefined;
