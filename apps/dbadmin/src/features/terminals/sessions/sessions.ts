import { randomBytes } from 'node:crypto';
import type { Terminal } from '../types.ts';
import type { Places } from './places.ts';
import { createSession } from './session.ts';
import type { Session } from './session.ts';

/** Whose a session is, and where it leads: it is given back for exactly this. */
export interface SessionOwner {
  userId: number;
  /** What it was opened for, such as `dbshell`, and the connection. */
  purpose: string;
}

export interface Sessions {
  /**
   * A place for a terminal of this person; ends their oldest terminal without a viewer when no place is left.
   * Returns how to give it back. AppError `too_many`.
   */
  replaceTable(userId: number): Promise<() => void>;
  /** A new session; AppError `too_many` when there is no place. Nothing is started then. */
  open(owner: SessionOwner, start: () => Promise<Terminal>): Promise<Session>;
  /** A session of this user, with or without a page; null when it is over or belongs to another user. */
  find(owner: SessionOwner, id: string): Session | null;
  close(): Promise<void>;
}

export function createSessions({ places, graceMs }: { places: Places; graceMs: number }): Sessions {
  const open = new Map<string, { session: Session; owner: SessionOwner }>();
  let closed = false;

  async function replaceTable(userId: number): Promise<() => void> {
    try {
      return places.take(userId);
    } catch (error) {
      const waiting = [...open.values()].find(
        ({ owner, session }) => owner.userId === userId && session.isWaiting,
      );
      if (!waiting) throw error;
      await waiting.session.end();
      return places.take(userId);
    }
  }

  return {
    replaceTable,
    async open(owner, start) {
      const giveBack = await replaceTable(owner.userId);
      let terminal: Terminal;
      try {
        terminal = await start();
      } catch (error) {
        giveBack();
        throw error;
      }
      const id = randomBytes(16).toString('base64url');
      const onGone = (): void => {
        open.delete(id);
        giveBack();
      };
      const session = createSession({ id, terminal, graceMs, onGone });
      open.set(id, { session, owner });
      if (closed) await session.end();
      return session;
    },
    find(owner, id) {
      const found = open.get(id);
      if (!found || found.owner.userId !== owner.userId || found.owner.purpose !== owner.purpose) return null;
      return found.session;
    },
    async close() {
      closed = true;
      await Promise.all([...open.values()].map(({ session }) => session.end()));
    },
  };
}
