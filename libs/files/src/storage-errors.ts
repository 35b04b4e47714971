import { AppError } from '@cairn/service';

const FAILED = new Set(['EIO', 'EROFS', 'EMFILE', 'ENFILE', 'EACCES', 'EPERM', 'ENOTDIR']);

export function diskFullError(cause: unknown): AppError {
  return new AppError({
    kind: 'unavailable',
    code: 'files.no_space',
    message:
      'The server has no space left for this file. Nothing was stored. Ask the operator to free space.',
    cause,
  });
}

/** Like `toStorageError`, for a download that continues later. */
export function toPartError(error: unknown): unknown {
  const known = toStorageError(error);
  if (!(known instanceof AppError) || known === error) return error;
  const isFull = known.code === 'files.no_space';
  return new AppError({
    kind: 'unavailable',
    code: known.code,
    message: isFull
      ? 'The server has no space left for this download. Ask the operator to free space; the download then continues where it stopped.'
      : 'The server could not write this download. Try again. If it happens again, tell the operator.',
    cause: error,
  });
}

/** A full or broken disk as an AppError; any other error unchanged. */
export function toStorageError(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG') {
    return diskFullError(error);
  }
  if (code !== undefined && FAILED.has(code)) {
    return new AppError({
      kind: 'unavailable',
      code: 'files.storage_failed',
      message:
        'The server could not write this file. Nothing was stored. Try again. If it happens again, tell the operator.',
      cause: error,
    });
  }
  return error;
}
