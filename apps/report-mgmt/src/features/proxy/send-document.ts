import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type { DocumentToSend } from './service.ts';

/** Documents have no scripts, no forms, and pictures of this service only. */
const DOCUMENT_POLICY =
  "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'";

/** Sends a document as it comes. If it breaks off, the connection is cut: half a file never looks whole. */
export async function sendDocument(res: Response, { status, headers, body }: DocumentToSend): Promise<void> {
  res.status(status);
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  // Whatever its type is: some of them are read as HTML, also that of a refusal.
  res.setHeader('Content-Security-Policy', DOCUMENT_POLICY);
  await sendBytes(res, body);
}

/** @throws the error of the stream; one of another kind when the client leaves */
export async function sendBytes(res: Response, body: Readable): Promise<void> {
  await pipeline(body, res);
}
