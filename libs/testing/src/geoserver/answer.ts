import type { IncomingMessage, ServerResponse } from 'node:http';

/** One request with its path below `/geoserver`, decoded segment by segment. */
export interface GeoServerExchange {
  req: IncomingMessage;
  res: ServerResponse;
  method: string;
  segments: string[];
  query: URLSearchParams;
}

/** A refusal as `RestException` has it: the bare message as text. */
export class RestError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export function sendText(res: ServerResponse, status: number, text: string, type = 'text/plain'): void {
  res.writeHead(status, { 'content-type': type }).end(text);
}

/** JSON for clients that ask for it; GeoServer's default is HTML. */
export function sendResource({ req, res }: GeoServerExchange, isJson: boolean, body: unknown): void {
  if (isJson || /application\/json/.test(req.headers.accept ?? '')) {
    sendText(res, 200, JSON.stringify(body), 'application/json');
    return;
  }
  sendText(res, 200, '<html><head><title>GeoServer Configuration</title></head></html>', 'text/html');
}

/** The empty text stands for an empty list. */
export function list(outer: string, inner: string, names: string[]): unknown {
  return {
    [outer]: names.length === 0 ? '' : { [inner]: names.map((name) => ({ name, href: `http://x/${name}` })) },
  };
}

export async function readBody(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
