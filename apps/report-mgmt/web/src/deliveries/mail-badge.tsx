import { Badge } from '@mantine/core';
import { t } from '@cairn/ui';
import type { DeliveryStatus, EmailStatus } from '../client.ts';

const SUMMARY_COLORS: Record<EmailStatus, string> = {
  ...{ not_requested: 'gray', queued: 'blue', sent: 'pine' },
  ...{ partial: 'yellow', failed: 'red', unknown: 'yellow' },
};

/** What became of all mails of a run; nothing where it has none. */
export function MailBadge({ status }: { status: EmailStatus }) {
  if (status === 'not_requested') return <span aria-label={t('deliveries.summary.not_requested')}>–</span>;
  return (
    <Badge color={SUMMARY_COLORS[status]} variant="light">
      {t(`deliveries.summary.${status}`)}
    </Badge>
  );
}

const COLORS: Record<DeliveryStatus, string> = {
  ...{ queued: 'gray', sending: 'blue', sent: 'pine' },
  ...{ rejected: 'red', failed: 'red', unknown: 'yellow', suppressed: 'gray' },
};

/** What became of one mail. */
export function DeliveryBadge({ status }: { status: DeliveryStatus }) {
  return (
    <Badge color={COLORS[status]} variant="light">
      {t(`deliveries.status.${status}`)}
    </Badge>
  );
}
