import type { ReportMgmtSchemas } from '@cairn/contracts';
import type { DeliveryRecord } from './types.ts';

export function toDeliveryBody(delivery: DeliveryRecord): ReportMgmtSchemas['Delivery'] {
  return {
    id: delivery.id,
    address: delivery.address,
    purpose: delivery.purpose,
    status: delivery.status,
    attempts: delivery.attempts,
    next_attempt_at: delivery.nextAttemptAt?.toISOString() ?? null,
    code: delivery.code,
    reply: delivery.reply,
    link_expires_at: delivery.linkExpiresAt?.toISOString() ?? null,
    downloads: delivery.downloads,
    sent_at: delivery.sentAt?.toISOString() ?? null,
    updated_at: delivery.updatedAt.toISOString(),
  };
}
