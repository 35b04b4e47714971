import { randomBytes } from 'node:crypto';
import { tooManyTerminals } from '../errors.ts';
import type { Terminal } from '../types.ts';
import { createSession } from './session.ts';
import type { Session } from './session.ts';

export interface TerminalLimits {
  /** Terminals per user. */
  perUser: number;
  total: number;
  /** How long a terminal waits for its page to reconnect. */
  graceMs: number;
}

/** The owner and the purpose of a session: only the same owner and purpose can resume it. */
export interface SessionOwner {
  userId: number;
  /** The kind of terminal and its connection, such as `dbshell 3`. */
  purpose: string;
}

/** The open terminals, within the limits of each user and of all together. */
export function createSessions(limits: TerminalLimits) {
  const quota = createTerminalQuota(limits);
  const open = new Map<string, { session: Session; owner: SessionOwner }>();
  let closed = false;

  /**
   * Takes a place for a terminal of this user; when none is left, ends their oldest terminal without a page. Returns a function that
   * releases it.
   * @throws {AppError} too_many
   */
  async function acquirePlace(userId: number): Promise<() => void> {
    try {
      return quota.acquire(userId);
    } catch (error) {
      const waiting = [...open.values()].find(
        ({ owner, session }) => owner.userId === userId && session.isWaiting,
      );
      if (!waiting) throw error;
      await waiting.session.end();
      return quota.acquire(userId);
    }
  }

  return {
    acquirePlace,
    /** Opens a session. @throws {AppError} too_many before anything is started */
    async open(owner: SessionOwner, start: () => Promise<Terminal>): Promise<Session> {
      const release = await acquirePlace(owner.userId);
      let terminal: Terminal;
      try {
        terminal = await start();
      } catch (error) {
        release();
        throw error;
      }
      const id = randomBytes(16).toString('base64url');
      const onGone = (): void => {
        open.delete(id);
        release();
      };
      const session = createSession({ id, terminal, graceMs: limits.graceMs, onGone });
      open.set(id, { session, owner });
      if (closed) await session.end();
      return session;
    },
    /** A session of this user, with or without a page; null when it has ended or belongs to another user. */
    find(owner: SessionOwner, id: string): Session | null {
      const entry = open.get(id);
      const isOwn = entry?.owner.userId === owner.userId && entry.owner.purpose === owner.purpose;
      return isOwn ? entry.session : null;
    },
    async close(): Promise<void> {
      closed = true;
      await Promise.all([...open.values()].map(({ session }) => session.end()));
    },
  };
}

function createTerminalQuota({ perUser, total }: TerminalLimits) {
  const openPerUser = new Map<number, number>();
  let all = 0;

  return {
    /** Takes a place; returns a function that releases it. @throws {AppError} too_many */
    acquire(userId: number): () => void {
      const own = openPerUser.get(userId) ?? 0;
      if (own >= perUser)
        throw tooManyTerminals(`You have ${own} open terminals, which is the limit. Close one of them.`);
      if (all >= total) {
        throw tooManyTerminals(
          `${all} terminals are open, which is the limit of this service. Try again later.`,
        );
      }
      openPerUser.set(userId, own + 1);
      all += 1;
      let released = false;
      return () => {
        if (released) return;
        released = true;
        all -= 1;
        const left = openPerUser.get(userId)! - 1;
        if (left > 0) openPerUser.set(userId, left);
        else openPerUser.delete(userId);
      };
    },
  };
}
