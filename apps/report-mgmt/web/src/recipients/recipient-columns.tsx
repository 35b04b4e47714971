import { Badge, Button, Text } from '@mantine/core';
import { RelativeTime, RowLink, ServiceLink, t, type Column } from '@cairn/ui';
import { hrefOf, recipientRoute, runRoute } from '../addresses.ts';
import type { Recipient } from '../client.ts';
import { DeliveryBadge } from '../deliveries/mail-badge.tsx';
import styles from './recipients.module.css';

interface ColumnActions {
  isLifting: (id: number) => boolean;
  onLift: (recipient: Recipient) => void;
}

export function recipientColumns({ isLifting, onLift }: ColumnActions): Column<Recipient>[] {
  return [
    {
      key: 'email',
      header: t('recipients.address'),
      value: ({ email }) => email,
      cell: ({ id, email, name }) => (
        <>
          <RowLink href={hrefOf(recipientRoute(id))}>{email}</RowLink>
          <Text size="xs" c="dimmed" hiddenFrom="sm">
            {name}
          </Text>
        </>
      ),
      always: true,
    },
    {
      key: 'name',
      header: t('recipients.name'),
      value: ({ name }) => name,
      search: ({ notes }) => notes,
      from: 'sm',
    },
    {
      key: 'last',
      header: t('recipients.lastMail'),
      value: ({ last_delivery: last }) => last?.at,
      cell: ({ last_delivery: last }) =>
        last ? (
          <div className={styles.last}>
            <DeliveryBadge status={last.status} />
            <ServiceLink href={hrefOf(runRoute(last.execution_id))}>{last.report_title}</ServiceLink>
            <Text size="xs" c="dimmed" component="span">
              <RelativeTime value={last.at} />
            </Text>
            {last.status !== 'sent' && last.reply ? (
              <Text size="xs" c="dimmed" lineClamp={2} w="100%">
                {last.reply}
              </Text>
            ) : null}
          </div>
        ) : (
          <Text size="sm" c="dimmed">
            {t('recipients.never')}
          </Text>
        ),
      from: 'md',
    },
    {
      key: 'state',
      header: t('recipients.state'),
      value: ({ suppressed_at: since }) => t(since ? 'recipients.suppressed' : 'recipients.receives'),
      cell: (recipient) => (
        <State recipient={recipient} isLifting={isLifting(recipient.id)} onLift={() => onLift(recipient)} />
      ),
    },
  ];
}

interface StateProps {
  recipient: Recipient;
  isLifting: boolean;
  onLift: () => void;
}

function State({ recipient, isLifting, onLift }: StateProps) {
  const { suppressed_at: since, hard_bounces: bounces, email } = recipient;
  if (!since) {
    return (
      <>
        {t('recipients.receives')}
        {bounces > 0 ? (
          <Text size="xs" c="dimmed">
            {t('recipients.bounces', { count: bounces })}
          </Text>
        ) : null}
      </>
    );
  }
  return (
    <div className={styles.state}>
      <Badge color="red" variant="light">
        {t('recipients.suppressed')}
      </Badge>
      <Text size="xs" c="dimmed">
        {t('recipients.suppressedSince')} <RelativeTime value={since} />
      </Text>
      <Button
        size="compact-sm"
        variant="default"
        loading={isLifting}
        aria-label={`${t('recipients.lift')}: ${email}`}
        onClick={onLift}
      >
        {t('recipients.lift')}
      </Button>
    </div>
  );
}
