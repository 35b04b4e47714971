import { AppError, badRequest, unavailable, unprocessable } from '@cairn/service';
import type { AppErrorOptions } from '@cairn/service';

/**
 * An error that says where the data of a dataset is stored: a host, a table, a bucket. Only users with admin on the dataset
 * read it; all others get `forReaders`.
 */
export class SourceError extends AppError {
  readonly forReaders: AppError;

  constructor(options: AppErrorOptions, forReaders?: AppError) {
    super(options);
    this.forReaders = forReaders ?? sourceUnavailable(this);
  }
}

/** The same error with the text for readers: many people see the error of a job. */
export function withoutLocation({ kind, code, forReaders, cause }: SourceError): AppError {
  return new AppError({ kind, code, message: forReaders.message, cause });
}

function sourceUnavailable(cause: AppError): AppError {
  return new AppError({
    kind: 'unavailable',
    code: 'vault.source_unavailable',
    message:
      "This dataset's data cannot be read from where it is stored. Try again later, or contact its owner.",
    cause,
  });
}

export function storedElsewhere(): AppError {
  return unprocessable(
    'vault.not_here',
    "This version's data is a table of a database, not a file. Use a dataset with a file.",
  );
}

const COPY_NEEDED = 'vault.copy_needed';

export function copyNeeded(): AppError {
  return badRequest(COPY_NEEDED, "This version's data is in an object store. Make a local copy first.");
}

export function isCopyNeeded(error: unknown): boolean {
  return error instanceof AppError && error.code === COPY_NEEDED;
}

export function fileMissing(): AppError {
  return unavailable(
    'vault.file_missing',
    "This version's file is missing on the server. Contact the operator.",
  );
}

/** For results that are not ready after a short wait; the work continues for the next request. */
export function inPreparation(message: string): AppError {
  return new AppError({ kind: 'unavailable', code: 'vault.in_preparation', message, retryAfter: 2 });
}
