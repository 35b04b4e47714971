import { AppError } from '@cairn/service';

const FAILED = new Set(['EIO', 'EROFS', 'EMFILE', 'ENFILE', 'EACCES', 'EPERM', 'ENOTDIR']);

export function diskFullError(cause: unknown): AppError {
  return new AppError({
    kind: 'unavailable',
    code: 'files.no_space',
    message: 'The server has no room left for this file; nothing was kept. Ask the operator to make room.',
    cause,
  });
}

/** A full or broken disk as an error that says so; anything else as it is. */
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
        'The server could not write this file; nothing was kept. Try again, and tell the operator if it stays.',
      cause: error,
    });
  }
  return error;
}
