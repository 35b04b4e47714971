import type { ErrorStyle } from '@cairn/contracts';
import type { AppError } from '../errors.ts';
import type { Call } from '../handler.ts';
import type { BoundOperation } from './operations.ts';

/** A request that x-access refused: the caller is not signed in (401), or may not do this (403). */
export interface Refusal {
  status: 401 | 403;
  operation: { id: string; isPage: boolean; errors: ErrorStyle };
  /** Below the mount point, as sent. */
  path: string;
  /** Without the question mark. */
  query: string;
  call: Call;
}

/**
 * Sends the browser elsewhere, or answers with another status and, where `errors` is given, in another form. The status must be
 * one that the contract declares for the operation.
 */
export type RefusalAnswer =
  | { status: 302 | 303; redirect: string; errors?: undefined }
  | { status: number; errors?: ErrorStyle; redirect?: undefined };

/** Decides how a service answers refused requests; null for the usual answer. It cannot admit anybody. */
export type AnswerRefusal = (refusal: Refusal) => RefusalAnswer | null;

/** What the service answers instead of the usual refusal, or null. Embedded pages and unknown paths are not asked about. */
export function answerOf(
  answerRefusal: AnswerRefusal | undefined,
  {
    operation,
    path,
    query,
    call,
  }: Omit<Refusal, 'status' | 'operation'> & { operation: BoundOperation | null },
  error: AppError,
): RefusalAnswer | null {
  if (!answerRefusal || !operation || operation.access.embed) return null;
  const status = refusedStatus(error);
  if (status === null) return null;
  const { id, page: isPage, errors } = operation;
  return answerRefusal({ status, operation: { id, isPage, errors }, path, query, call });
}

/** Null for errors of handlers, which decide about their answers themselves. */
function refusedStatus({ kind, code }: AppError): Refusal['status'] | null {
  if (!code.startsWith('access.')) return null;
  return kind === 'unauthorized' ? 401 : kind === 'forbidden' ? 403 : null;
}
