import type { Request, Response } from 'express';
import multer from 'multer';
import { badRequest } from '@cairn/service';

/** A template or an archive of one. */
export const MAX_REPORT_BYTES = 10 * 1024 * 1024;

export interface Upload {
  bytes: Buffer;
  fileName: string;
  /** The other fields of the form. */
  fields: Record<string, string>;
}

/**
 * One small file in the form field `file`, held in memory, so that a refused upload leaves nothing.
 * @throws {AppError} bad_request for any other body, and for a file larger than `maxBytes`
 */
export async function receiveSmallFile(req: Request, res: Response, maxBytes: number): Promise<Upload> {
  const receive = multer({
    storage: multer.memoryStorage(),
    limits: { fileSize: maxBytes, files: 1, fields: 10, fieldSize: 131_072, parts: 12, headerPairs: 20 },
    defParamCharset: 'utf8',
  }).single('file');
  await new Promise<void>((resolve, reject) => {
    receive(req, res, (error: unknown) => (error ? reject(refusal(error, maxBytes)) : resolve()));
  });
  if (!req.file) {
    throw badRequest('report-server.no_file', 'No file was sent. Send one in the form field "file".');
  }
  const fields = Object.fromEntries(
    Object.entries(req.body as Record<string, unknown>).map(([name, value]) => [name, String(value)]),
  );
  return { bytes: req.file.buffer, fileName: req.file.originalname, fields };
}

function refusal(error: unknown, maxBytes: number) {
  const isTooLarge = error instanceof multer.MulterError && error.code === 'LIMIT_FILE_SIZE';
  return badRequest(
    'report-server.bad_upload',
    isTooLarge
      ? `The file is larger than ${maxBytes / 1024 / 1024} MiB. Reduce its size and upload it again.`
      : 'The upload could not be read. Send one file in the field "file" of multipart/form-data.',
  );
}
