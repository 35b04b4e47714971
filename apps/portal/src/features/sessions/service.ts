import type { Auth } from '@cairn/auth';
import { notFound } from '@cairn/service';
import type { AuditContext } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { recordAudit } from '../audit/repo.ts';
import { deleteSessionOfUser, findSessions } from './repo.ts';
import type { Session } from './types.ts';

export interface SessionService {
  list(userId: number): Promise<Session[]>;
  end(userId: number, id: number, cause: AuditContext): Promise<void>;
}

export function createSessionService({ db, auth }: { db: Db; auth: Pick<Auth, 'forget'> }): SessionService {
  return {
    list: (userId) => findSessions(db, userId),
    async end(userId, id, cause) {
      await db.transaction().execute(async (trx) => {
        if (!(await deleteSessionOfUser(trx, userId, id))) {
          throw notFound('portal.no_such_session', 'Session not found. It may have already ended.');
        }
        await recordAudit(trx, {
          event: 'session.ended',
          cause,
          subject: { type: 'session', id, name: cause.actorName },
        });
      });
      auth.forget(userId);
    },
  };
}
