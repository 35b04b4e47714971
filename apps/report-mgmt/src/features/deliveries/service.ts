import type { Auth } from '@cairn/auth';
import type { Jobs } from '@cairn/jobs';
import type { Storage } from '@cairn/files';
import type { AuditContext } from '@cairn/service';
import type { Db } from '../../db/schema.ts';
import { recordAudit } from '../audit/repo.ts';
import { noSuchDelivery, noSuchLink, notRepeatable, outputRemoved } from './errors.ts';
import { findMail } from './mail-repo.ts';
import { hashToken } from './links.ts';
import { findDelivery } from './list-repo.ts';
import { mayRequesterView } from './requester-rights.ts';
import { countDownload, findLink, lockDelivery, requeueDelivery } from './repo.ts';
import { SEND_KIND } from './send-job.ts';
import type { DeliveryRecord, LinkedOutput } from './types.ts';

const REPEATABLE = ['unknown', 'failed', 'rejected'];

export type DeliveryService = ReturnType<typeof createDeliveryService>;

interface Deps {
  db: Db;
  auth: Pick<Auth, 'user' | 'allows'>;
  jobs: Pick<Jobs, 'enqueue' | 'dispatch'>;
  storage: Pick<Storage, 'size'>;
  now(): Date;
}

/** Mails that went out, and the links in them. */
export function createDeliveryService({ db, auth, jobs, storage, now }: Deps) {
  /** @throws {AppError} not_found for links that are unknown, expired, no longer allowed, or whose document was removed */
  async function openLink(token: string | undefined): Promise<LinkedOutput> {
    const output = token ? await findLink(db, { sha256: hashToken(token), now: now() }) : null;
    if (!output || !(await mayRequesterView(auth, output))) throw noSuchLink();
    if ((await storage.size(output.object)) === null) throw noSuchLink();
    return output;
  }

  return {
    openLink,

    /** The document of a link; the download is counted and recorded. @throws {AppError} as `openLink` */
    async download(token: string | undefined, cause: AuditContext): Promise<LinkedOutput> {
      const output = await openLink(token);
      await db.transaction().execute(async (trx) => {
        await countDownload(trx, output.deliveryId);
        await recordAudit(trx, {
          ...{ event: 'delivery.downloaded', cause, subject: output.address },
          details: { delivery_id: output.deliveryId, report: output.reportKey, file: output.name },
        });
      });
      return output;
    },

    /**
     * Sends a mail again whose end is bad or not known, with the same Message-ID.
     * @throws {AppError} not_found; conflict for other mails, and where the document was removed
     */
    async sendAgain(id: string, cause: AuditContext): Promise<DeliveryRecord> {
      await db.transaction().execute(async (trx) => {
        const delivery = await lockDelivery(trx, id);
        if (!delivery) throw noSuchDelivery();
        const { status, purpose, address, executionId } = delivery;
        if (!REPEATABLE.includes(status)) throw notRepeatable(status);
        if (purpose === 'document' && !(await findMail(trx, id))?.output) throw outputRemoved();
        const job = await jobs.enqueue(trx, {
          ...{ kind: SEND_KIND, payload: { delivery_id: id }, maxAttempts: 5, requestedBy: cause.actorId },
        });
        await requeueDelivery(trx, id, job.id);
        await recordAudit(trx, {
          ...{ event: 'delivery.repeated', cause, subject: address },
          details: { delivery_id: id, execution_id: executionId, was: status },
        });
      });
      await jobs.dispatch();
      const delivery = await findDelivery(db, id);
      if (!delivery) throw noSuchDelivery();
      return delivery;
    },
  };
}
