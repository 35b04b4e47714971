import type { Response } from 'express';
import { AppError } from '../errors.ts';
import { JsonText, Reply } from '../handler.ts';
import type { Logger } from '../logger.ts';
import { strippedFields } from '../metrics.ts';
import { PAGE_POLICY } from '../security-headers.ts';
import type { BoundOperation } from './operations.ts';
import { mismatch } from './response-check.ts';
import type { DeclaredResponse } from './response-check.ts';
import { prune } from './shape.ts';

const NO_BODY: DeclaredResponse = { jsonType: null, otherType: null, shape: null, validator: null };
const reported = new Set<string>();
// Field names may come from data; log and set must stay small.
const MAX_REPORTED = 500;

interface ReplyContext {
  check: boolean;
  logger: Logger;
}

/** Sends the output of a handler. With `check` a response that the contract does not declare is an error. */
export function sendReply(
  res: Response,
  output: unknown,
  operation: BoundOperation,
  context: ReplyContext,
): void {
  const reply = output instanceof Reply ? output : null;
  const status = reply ? reply.status : operation.successStatus;
  if (status === null)
    throw undeclared(operation, 'returned a body, but the contract declares no 2xx response');
  const declared = operation.responses.get(status);
  if (!declared && context.check)
    throw undeclared(operation, `answered ${status}, which the contract does not declare`);
  const body = reply ? reply.body : output;

  const payload = encode(body, declared ?? NO_BODY, { ...context, operation });
  res.statusCode = status;
  if (operation.page && !operation.access.embed) res.setHeader('Content-Security-Policy', PAGE_POLICY);
  res.setHeader('Cache-Control', 'no-store');
  if (payload) {
    res.setHeader('Content-Type', payload.type);
    res.setHeader('Content-Length', lengthOf(payload.data));
  }
  if (reply) for (const name in reply.headers) res.setHeader(name, reply.headers[name]!);
  if (!Array.isArray(payload?.data)) {
    res.end(payload?.data);
    return;
  }
  for (const piece of payload.data) res.write(piece);
  res.end();
}

interface Payload {
  type: string;
  data: string | Uint8Array | Uint8Array[];
}

function lengthOf(data: Payload['data']): number {
  if (!Array.isArray(data)) return Buffer.byteLength(data);
  return data.reduce((sum, piece) => sum + piece.length, 0);
}

function encode(
  body: unknown,
  declared: DeclaredResponse,
  context: ReplyContext & { operation: BoundOperation },
): Payload | null {
  if (body instanceof Uint8Array)
    return { type: declared.otherType ?? 'application/octet-stream', data: body };
  if (typeof body === 'string' && declared.otherType)
    return { type: withCharset(declared.otherType), data: body };
  if (body === undefined) {
    if (declared.jsonType && context.check)
      throw undeclared(context.operation, 'returned no body where one is declared');
    return null;
  }
  if (!declared.jsonType && context.check)
    throw undeclared(context.operation, 'returned a body that is not declared');
  if (body instanceof JsonText) {
    if (context.check) checked(JSON.parse(String(Buffer.concat(body.pieces))), declared, context.operation);
    return { type: jsonType(declared), data: body.pieces };
  }
  const data = JSON.stringify(
    context.check ? checked(body, declared, context.operation) : pruned(body, declared, context),
  );
  return { type: jsonType(declared), data };
}

function jsonType(declared: DeclaredResponse): string {
  return `${declared.jsonType ?? 'application/json'}; charset=utf-8`;
}

function checked(body: unknown, declared: DeclaredResponse, operation: BoundOperation): unknown {
  const problem = mismatch(declared, body);
  if (problem) throw undeclared(operation, `returned a body that does not match its schema: ${problem}`);
  return body;
}

function pruned(
  body: unknown,
  declared: DeclaredResponse,
  { operation, logger }: { operation: BoundOperation; logger: Logger },
): unknown {
  return prune(body, declared.shape, (field) => {
    strippedFields.inc({ operation: operation.id });
    const key = `${operation.id} ${field}`;
    if (reported.has(key) || reported.size >= MAX_REPORTED) return;
    reported.add(key);
    logger.warn({ operation: operation.id, field }, 'removed undeclared field from response');
  });
}

function withCharset(type: string): string {
  return type.startsWith('text/') && !type.includes('charset') ? `${type}; charset=utf-8` : type;
}

/** In tests a streamed response with an undeclared status fails before its first byte is sent. */
export function checkStreamedStatus(res: Response, operation: BoundOperation): void {
  const writeHead = res.writeHead.bind(res) as (...args: unknown[]) => Response;
  res.writeHead = ((status: number, ...rest: unknown[]) => {
    if (status !== 304 && status < 500 && !operation.responses.has(status)) {
      throw undeclared(operation, `answered ${status}, which the contract does not declare`);
    }
    return writeHead(status, ...rest);
  }) as typeof res.writeHead;
}

export function undeclared(operation: BoundOperation, what: string): AppError {
  return new AppError({
    kind: 'internal',
    code: 'contract.mismatch',
    message: `Operation ${operation.id} ${what}`,
  });
}
