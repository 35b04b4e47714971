import { setTimeout as delay } from 'node:timers/promises';
import { openAllowedSession } from '@cairn/db';
import type { Session } from '@cairn/db';
import { OutboundError } from '@cairn/service';
import { DatabaseError } from 'pg';
import type { LinkSessionDeps } from '../database-links/link-session.ts';
import { databaseHangs } from './errors.ts';
import type { TargetError } from './errors.ts';
import type { TargetPlace } from './types.ts';

export interface SilenceLimits {
  /** Silence of a statement after which its server is asked whether it answers at all, and time between such questions. */
  quietMs: number;
  /** Time for an answer to that. */
  answerMs: number;
  /** Silence after which a statement is given up although its server answers others. */
  silentMs: number;
}

/** A few seconds less than the longest silence that `openSession` allows, so that the run knows why its session ended. */
export const SILENCE_LIMITS: SilenceLimits = {
  quietMs: 30_000,
  answerMs: 10_000,
  silentMs: 30 * 60_000 - 60_000,
};

/** Questions without an answer, one after the other, after which a server counts as hung. */
const MAX_UNANSWERED = 2;

type Answer = 'working' | 'waiting for us' | 'none' | 'unknown';

/**
 * Calls `onHang` once a statement gets no answer any more. A statement may rightly be silent for long, so its server is asked from a
 * second session. It hangs when it does not answer that either, or when its end of the session waits for a statement that we sent. A
 * process that was stopped within a statement looks like one that works: that statement has until `silentMs`. Returns a function that
 * stops watching.
 */
export function watchSession(
  deps: Pick<LinkSessionDeps, 'serverNetworks'>,
  { session, place, limits }: { session: Session; place: TargetPlace; limits: SilenceLimits },
  onHang: (error: TargetError) => void,
): () => void {
  const end = new AbortController();
  const { client } = session;
  const isWaiting = () => !(client as unknown as { readyForQuery: boolean }).readyForQuery;

  async function watch(): Promise<void> {
    let unanswered = 0;
    for (;;) {
      await delay(limits.quietMs, undefined, { signal: end.signal, ref: false });
      const silence = session.silentMs();
      if (!isWaiting() || silence < limits.quietMs) {
        unanswered = 0;
        continue;
      }
      const answer = await ask();
      unanswered = answer === 'none' ? unanswered + 1 : 0;
      const isHung =
        unanswered === MAX_UNANSWERED || answer === 'waiting for us' || silence > limits.silentMs;
      // Nothing came while the server was asked either.
      if (isHung && !end.signal.aborted && session.silentMs() > silence)
        return onHang(databaseHangs(place, { answersOthers: answer !== 'none' }));
    }
  }

  async function ask(): Promise<Answer> {
    const signal = AbortSignal.any([end.signal, AbortSignal.timeout(limits.answerMs)]);
    try {
      const other = await openAllowedSession(place.address, {
        ...{ applicationName: 'cairn field sync: check', statementTimeoutMs: limits.answerMs, signal },
        allowedNetworks: deps.serverNetworks,
      });
      try {
        const { rows } = await other.client.query<{ is_idle: boolean }>(
          `SELECT state LIKE 'idle%' AS is_idle FROM pg_stat_activity WHERE pid = $1`,
          [(client as unknown as { processID: number }).processID],
        );
        return rows[0]?.is_idle ? 'waiting for us' : 'working';
      } finally {
        await other.close();
      }
    } catch (error) {
      // A refusal is an answer, and a name that is not found says nothing of the server.
      return error instanceof DatabaseError || error instanceof OutboundError ? 'unknown' : 'none';
    }
  }

  watch().catch(() => undefined);
  return () => end.abort();
}
