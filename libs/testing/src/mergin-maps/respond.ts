import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename } from 'node:path';
import { sendFile } from '../send-file.ts';
import type { MerginAnswer } from './types.ts';

export async function send(
  exchange: { req: IncomingMessage; res: ServerResponse },
  answer: MerginAnswer,
): Promise<void> {
  if ('file' in answer) {
    const name = encodeURIComponent(basename(answer.name));
    return sendFile(exchange, answer.file, {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename*=UTF-8''${name}`,
    });
  }
  if (!('json' in answer)) return void exchange.res.writeHead(answer.status).end();
  return sendJson(exchange.res, answer);
}

export function sendJson(
  res: ServerResponse,
  {
    status = 200,
    json,
    type = 'application/json',
    headers,
  }: {
    status?: number;
    json: unknown;
    type?: string;
    headers?: Record<string, string>;
  },
): void {
  res.writeHead(status, { 'content-type': type, ...headers }).end(`${JSON.stringify(sorted(json))}\n`);
}

/** Flask sorts the names of JSON as text: `v10` comes before `v5`. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, each]) => [name, sorted(each)]));
}

export async function readAll(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
