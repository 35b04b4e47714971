import { Readable } from 'node:stream';
import type { Session, TokenVerdict } from '../sign-in.ts';

/**
 * A session for a server that treats an expired token as a visitor: it answers as if projects were missing or closed. After a doubtful answer
 * the token is probed. A token is never valid again once it has expired, so one that is valid now was valid before: the call is made once
 * more, and what it answers then is the truth. Otherwise there is one sign-in for a new token.
 */
export function probedSession(session: Session, isNobody: (token: string) => Promise<boolean>): Session {
  return {
    async use(call, judge) {
      const { answer } = await session.use(
        async (token): Promise<{ answer: Awaited<ReturnType<typeof call>>; verdict: TokenVerdict }> => {
          const first = await call(token);
          const verdict = judge(first);
          if (verdict !== 'doubtful') return { answer: first, verdict };
          discard(first);
          if (await isNobody(token)) return { answer: first, verdict: 'rejected' };
          return { answer: await call(token), verdict: 'accepted' };
        },
        ({ verdict }) => verdict,
      );
      return answer;
    },
  };
}

function discard(answer: unknown): void {
  const { body } = answer as { body?: unknown };
  if (body instanceof Readable) body.destroy();
}
