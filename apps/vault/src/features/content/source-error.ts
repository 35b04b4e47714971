import { AppError } from '@cairn/service';
import type { AppErrorOptions } from '@cairn/service';

/**
 * An error that says where the data of a dataset is stored: a host, a table, a bucket. Only users with admin on the dataset
 * read it; all others get `forReaders`.
 */
export class SourceError extends AppError {
  readonly forReaders: AppError;

  constructor(options: AppErrorOptions, forReaders?: AppError) {
    super(options);
    this.forReaders = forReaders ?? unreachable(this);
  }
}

function unreachable(cause: AppError): AppError {
  return new AppError({
    kind: 'unavailable',
    code: 'vault.source_unavailable',
    message:
      'The data of this dataset cannot be read from where it is stored. Try again later, or contact its owner.',
    cause,
  });
}
