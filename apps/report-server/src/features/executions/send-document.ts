import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type { ReportFormat } from './formats.ts';

/** HTML documents have no scripts, no forms, and pictures of this service only. */
const HTML_POLICY =
  "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'";

export interface DocumentToSend {
  format: Pick<ReportFormat, 'mime' | 'extension' | 'inline'>;
  /** Asked for by the caller; with it the browser saves the document. */
  fileName: string | null;
  /** Name without extension when none was asked for. */
  defaultName: string;
  /** Unknown while it is written. */
  size?: number;
}

/** Sets the headers of a document. */
export function setDocumentHeaders(res: Response, { format, size, ...names }: DocumentToSend): void {
  const name = fileNameOf(format, names);
  // Express writes `filename` and `filename*` (RFC 6266).
  res.attachment(name);
  if (format.inline && names.fileName === null) {
    res.setHeader(
      'Content-Disposition',
      String(res.getHeader('Content-Disposition')).replace('attachment', 'inline'),
    );
  }
  res.setHeader('Content-Type', format.mime);
  res.setHeader('Cache-Control', 'no-store');
  if (format.extension === 'html') res.setHeader('Content-Security-Policy', HTML_POLICY);
  if (size !== undefined) res.setHeader('Content-Length', size);
}

/** Sends the bytes of a document; a client that leaves is not a failure. */
export async function sendDocument(res: Response, bytes: Readable): Promise<void> {
  await pipeline(bytes, res).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}

/** Answers with a picture of a run. */
export async function answerPicture(
  res: Response,
  { bytes, mime }: { bytes: Readable; mime: string },
): Promise<void> {
  res.setHeader('Content-Type', mime);
  res.setHeader('Cache-Control', 'private, max-age=900');
  await sendDocument(res, bytes);
}

/** The name of the saved file: with the extension of its format. */
export function fileNameOf(
  { extension }: Pick<ReportFormat, 'extension'>,
  { fileName, defaultName }: Pick<DocumentToSend, 'fileName' | 'defaultName'>,
): string {
  const name = fileName ?? defaultName;
  return name.toLowerCase().endsWith(`.${extension}`) ? name : `${name}.${extension}`;
}
