import type { Jobs } from '@cairn/jobs';
import type { Logger } from '@cairn/service';
import type { Db } from '../../db/schema.ts';
import { findDueAlerts, inTurn, noteConflicts, refreshAlerts, takeAlerts } from './alert-repo.ts';
import { composeAlert } from './compose.ts';
import { insertMails } from './mail-repo.ts';
import { findRecipients } from './recipients.ts';
import type { RecipientDeps } from './recipients.ts';
import { MAIL_JOB } from './send-mail-job.ts';
import type { Alert, AlertScope, AlertTimes, NewMail } from './types.ts';

export const ALERT_TIMES: AlertTimes = { gatherMs: 30_000, settleMs: 60_000 };

export interface AlertDeps extends RecipientDeps, AlertScope {
  jobs: Pick<Jobs, 'enqueueMany' | 'dispatch'>;
  logger: Logger;
  times: AlertTimes;
  /** Public address of this service. */
  address: string;
  /** Whether a mail server is configured. Without one nothing is noted. */
  isOn: boolean;
}

/** Mails to the administrators of projects: one when a project begins to fail, for each reason, and one when it is in step again. */
export function createAlertService(deps: AlertDeps) {
  const { db, jobs, logger, times, address, isOn, isPublishing } = deps;
  return {
    /**
     * Compares what is wrong with projects with what was mailed, and asks for the mails that are due. It reads rows alone, so a process
     * that dies loses nothing; one worker at a time does it.
     */
    async check(): Promise<void> {
      if (!isOn) return;
      await inTurn(db, (trx) => refreshAlerts(trx, { isPublishing }));
      const due = await findDueAlerts(db, times);
      if (due.length === 0) return;
      const recipients = await findRecipients(
        deps,
        due.flatMap(({ syncAdmins }) => syncAdmins),
      );
      await inTurn(db, async (trx) => {
        const taken = await takeAlerts(trx, due);
        const mails = [...Map.groupBy(taken, ({ kind }) => kind).values()].flatMap(toMails);
        const ids = await insertMails(trx, mails);
        await jobs.enqueueMany(
          trx,
          ids.map((id) => ({ kind: MAIL_JOB, payload: { mail_id: id }, idempotencyKey: id })),
        );
      });
      await jobs.dispatch();

      /** One mail for each address. */
      function toMails(alerts: Alert[]): NewMail[] {
        const byAddress = new Map<string, { recipient: NewMail['recipient']; alerts: Set<Alert> }>();
        for (const alert of alerts) {
          const people = alert.syncAdmins.flatMap((admin) => recipients.get(admin) ?? []);
          if (people.length === 0)
            logger.warn({ project: alert.projectId }, 'no administrator of the project has a mail address');
          for (const recipient of people) {
            const key = recipient.address.toLowerCase();
            if (!byAddress.has(key)) byAddress.set(key, { recipient, alerts: new Set() });
            byAddress.get(key)!.alerts.add(alert);
          }
        }
        return [...byAddress.values()].map(({ recipient, alerts: each }) => ({
          ...{ recipient, projectIds: [...each].map(({ projectId }) => projectId) },
          ...composeAlert([...each], address),
        }));
      }
    },

    /** In the transaction that closes a run. */
    async onApplied(trx: Db, { runId }: { runId: number }): Promise<void> {
      if (isOn) await noteConflicts(trx, runId);
    },
  };
}
