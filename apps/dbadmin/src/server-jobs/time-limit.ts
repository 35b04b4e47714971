import { setTimeout as delay } from 'node:timers/promises';
import type { Processor } from '@cairn/jobs';
import { unprocessable } from '@cairn/service';

/** How long a stopped job may take to clean up before its place is given to another. */
const NOTICE_MS = 5 * 60_000;

interface TimeLimit {
  limitMs: number;
  /** 5 minutes unless said otherwise. */
  noticeMs?: number;
}

/** A processor that is stopped after a time, whatever its server does. It is not run again: AppError `unprocessable`. */
export function withTimeLimit(processor: Processor, { limitMs, noticeMs = NOTICE_MS }: TimeLimit): Processor {
  return async (payload, context) => {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(tooLong(limitMs)), limitMs);
    const over = new AbortController();
    const givenUp = delay(limitMs + noticeMs, undefined, { signal: over.signal }).then(() => {
      throw tooLong(limitMs);
    });
    givenUp.catch(() => undefined);
    try {
      const signal = AbortSignal.any([context.signal, limit.signal]);
      return await Promise.race([processor(payload, { ...context, signal }), givenUp]);
    } catch (error) {
      throw limit.signal.aborted ? limit.signal.reason : error;
    } finally {
      clearTimeout(timer);
      over.abort();
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
