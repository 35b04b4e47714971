import type { ReportMgmtOperations, ReportMgmtSchemas } from '@cairn/contracts';
import { auditContext } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import type { RecipientService } from './service.ts';
import type { Recipient, RecipientDelivery } from './types.ts';

type Operation = 'recipientAction' | 'listRecipients' | 'getRecipient' | 'liftRecipient';

export function recipientRoutes({
  recipients,
}: {
  recipients: RecipientService;
}): Handlers<ReportMgmtOperations, Operation> {
  return {
    async recipientAction({ body }, actor, call) {
      const cause = auditContext(actor, call);
      if (body.delete === '1') {
        await recipients.remove(body, cause);
        return { success: true, message: 'Deleted the recipient.' };
      }
      await recipients.save(body, cause);
      return { success: true, message: 'Saved the recipient.' };
    },
    async listRecipients({ query: { q, after, limit = 200 } }) {
      const page = await recipients.list({ q, after, limit });
      return { recipients: page.recipients.map(toRecipientBody), total: page.total };
    },
    async getRecipient({ path }) {
      const { recipient, deliveries } = await recipients.details(path.id);
      return { ...toRecipientBody(recipient), deliveries: deliveries.map(toDeliveryBody) };
    },
    liftRecipient: async ({ path }, actor, call) =>
      toRecipientBody(await recipients.lift(path.id, auditContext(actor, call))),
  };
}

function toRecipientBody(recipient: Recipient): ReportMgmtSchemas['Recipient'] {
  return {
    id: recipient.id,
    name: recipient.name,
    email: recipient.email,
    notes: recipient.notes,
    hard_bounces: recipient.hardBounces,
    last_bounce: recipient.lastBounce,
    suppressed_at: recipient.suppressedAt?.toISOString() ?? null,
    last_delivery: recipient.lastDelivery && toDeliveryBody(recipient.lastDelivery),
  };
}

function toDeliveryBody(delivery: RecipientDelivery): ReportMgmtSchemas['RecipientDelivery'] {
  return {
    id: delivery.id,
    execution_id: delivery.executionId,
    report: delivery.reportKey,
    report_title: delivery.reportTitle,
    status: delivery.status,
    at: delivery.at.toISOString(),
    reply: delivery.reply,
  };
}
