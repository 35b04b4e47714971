import type { Request, Response } from 'express';
import multer from 'multer';
import { badRequest } from '@cairn/service';

export const MAX_THUMBNAIL_BYTES = 5 * 1024 * 1024;

// In memory, so a rejected upload leaves no file.
const receive = multer({
  storage: multer.memoryStorage(),
  limits: {
    fileSize: MAX_THUMBNAIL_BYTES,
    files: 1,
    fields: 10,
    fieldSize: 1024,
    parts: 12,
    headerPairs: 20,
  },
}).single('file');

const SENTENCES: Record<string, string> = {
  LIMIT_FILE_SIZE: 'The picture is larger than 5 MiB. Reduce its size and upload it again.',
  LIMIT_UNEXPECTED_FILE: 'The picture must be one file in the form field "file".',
  LIMIT_FILE_COUNT: 'More than one file was sent. Upload one picture at a time.',
};

/**
 * The bytes of the form field `file`, at most 5 MiB.
 * @throws {AppError} bad_request for any other body
 */
export async function receiveThumbnail(req: Request, res: Response): Promise<Buffer> {
  await new Promise<void>((resolve, reject) => {
    receive(req, res, (error: unknown) => (error ? reject(refusal(error)) : resolve()));
  });
  if (!req.file)
    throw badRequest('portal.no_file', 'No picture was sent. Send one in the form field "file".');
  return req.file.buffer;
}

function refusal(error: unknown) {
  const code = error instanceof multer.MulterError ? error.code : '';
  return badRequest(
    'portal.bad_upload',
    SENTENCES[code] ?? 'The upload could not be read. Send it as multipart/form-data.',
  );
}
