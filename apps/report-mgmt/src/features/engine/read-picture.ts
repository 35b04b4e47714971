import { pictureFailed } from './errors.ts';
import type { HttpAnswer } from './http-client.ts';
import type { EnginePicture } from './types.ts';

const IMAGE = /^image\/[a-z0-9][a-z0-9.+-]{0,60}$/;

/** The picture that an engine answered with. @throws {AppError} bad_gateway for anything else */
export function readPicture({ status, headers, body }: HttpAnswer): EnginePicture {
  const [mime = ''] = (headers['content-type'] ?? '').split(';', 1);
  if (status !== 200 || !IMAGE.test(mime.trim().toLowerCase())) {
    body.destroy();
    throw pictureFailed();
  }
  const length = headers['content-length'];
  return {
    mime: mime.trim().toLowerCase(),
    length: length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : null,
    body,
  };
}
