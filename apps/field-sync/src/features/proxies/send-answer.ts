import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type { UpstreamAnswer } from './types.ts';

/** The answer of an upstream with its status, its type and its body, as it comes. If it breaks off, the connection is cut. */
export async function sendAnswer(
  res: Response,
  { status, contentType, body }: UpstreamAnswer,
): Promise<void> {
  res.statusCode = status < 300 ? 200 : status;
  res.setHeader('Content-Type', contentType ?? 'application/octet-stream');
  await pipeline(body, res);
}

export function isJson(contentType: string | null): boolean {
  return /^\s*application\/(json|[a-z0-9.+-]+\+json)\s*(;|$)/i.test(contentType ?? '');
}
