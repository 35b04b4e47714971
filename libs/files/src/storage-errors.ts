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
