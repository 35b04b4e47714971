import { AppError } from '@cairn/service';
import type { ProviderFailure } from './types.ts';

/** A provider did not do what it was asked for. `outcome` says what follows from it. */
export class ProviderError extends AppError {
  readonly outcome: ProviderFailure['outcome'];
  readonly retryAfterMs?: number;

  constructor(failure: ProviderFailure, cause?: unknown) {
    super({
      kind: 'unprocessable',
      code: failure.code,
      message: failure.message,
      ...(cause === undefined ? {} : { cause }),
    });
    this.outcome = failure.outcome;
    if (failure.retryAfterMs !== undefined) this.retryAfterMs = failure.retryAfterMs;
  }
}
