import { setTimeout as delay } from 'node:timers/promises';
import type { Processor } from '@cairn/jobs';
import { unprocessable } from '@cairn/service';

/** How long a stopped job may clean up before its slot is given to another job. */
const CLEANUP_MS = 5 * 60_000;

interface TimeLimit {
  limitMs: number;
  /** 5 minutes by default. */
  cleanupMs?: number;
}

/** Stops a processor after a time, whatever its server does, and for good. @throws {AppError} unprocessable */
export function withTimeLimit(
  processor: Processor,
  { limitMs, cleanupMs = CLEANUP_MS }: TimeLimit,
): Processor {
  return async (payload, context) => {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(tooLong(limitMs)), limitMs);
    const ended = new AbortController();
    const abandoned = delay(limitMs + cleanupMs, undefined, { signal: ended.signal }).then(() => {
      throw tooLong(limitMs);
    });
    abandoned.catch(() => undefined);
    try {
      const signal = AbortSignal.any([context.signal, limit.signal]);
      return await Promise.race([processor(payload, { ...context, signal }), abandoned]);
    } catch (error) {
      throw limit.signal.aborted ? limit.signal.reason : error;
    } finally {
      clearTimeout(timer);
      ended.abort();
    }
  };
}

function tooLong(limitMs: number) {
  const hours = limitMs / 3_600_000;
  const time = hours > 1 ? `${hours} hours` : `${Math.round(limitMs / 60_000)} minutes`;
  return unprocessable(
    'dbadmin.job_too_long',
    `The job was stopped after ${time}, the limit for jobs of this kind. If the server needs more time, ask the operator to raise LONG_JOB_HOURS.`,
  );
}
