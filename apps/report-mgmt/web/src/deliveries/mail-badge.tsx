import { Badge } from '@mantine/core';
import { t } from '@cairn/ui';
import type { DeliveryStatus, EmailStatus, Execution } from '../client.ts';

type MailSummary = EmailStatus | 'not_sent';

const SUMMARY_COLORS: Record<MailSummary, string> = {
  not_sent: 'gray',
  ...{ not_requested: 'gray', queued: 'blue', sent: 'pine' },
  ...{ partial: 'yellow', failed: 'red', unknown: 'yellow' },
};

/** What became of all mails of a run. Where the run itself failed, nothing is wrong with its mails: there was nothing to send. */
export function mailSummary({ status, email_status: mail }: Execution): MailSummary {
  return mail === 'failed' && status !== 'succeeded' ? 'not_sent' : mail;
}

/** What became of all mails of a run; nothing where it has none. */
export function MailBadge({ run }: { run: Execution }) {
  const status = mailSummary(run);
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
