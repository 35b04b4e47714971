import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { ConfirmDanger, RelativeTime, t, useChange } from '@cairn/ui';
import { reportMgmt, type Delivery } from '../client.ts';
import { executionsKey, recipientsKey, schedulesKey } from '../query-keys.ts';
import { DeliveryBadge } from './mail-badge.tsx';
import styles from './deliveries.module.css';

const REPEATABLE = new Set(['unknown', 'failed', 'rejected']);

interface DeliveryListProps {
  deliveries: readonly Delivery[];
  /** Whether the reader may send a mail again. */
  maySend: boolean;
}

/** The mail of each person: what became of it, what the mail server said, and sending it again. */
export function DeliveryList({ deliveries, maySend }: DeliveryListProps) {
  const [asked, setAsked] = useState<Delivery | null>(null);
  const again = useChange(
    ({ id }: Delivery) => reportMgmt.POST('/api/v1/deliveries/{id}/send-again', { params: { path: { id } } }),
    {
      refresh: [[...executionsKey], [...schedulesKey], [...recipientsKey]],
      done: ({ address }) => t('deliveries.sendingAgain', { address }),
      onDone: () => setAsked(null),
    },
  );
  return (
    <>
      <ul className={styles.list}>
        {deliveries.map((delivery) => (
          <li key={delivery.id}>
            <div className={styles.head}>
              <span className={styles.address}>{delivery.address}</span>
              <DeliveryBadge status={delivery.status} />
            </div>
            <DeliveryWords delivery={delivery} />
            {maySend && REPEATABLE.has(delivery.status) ? (
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconSend size={14} aria-hidden />}
                loading={again.isPending && again.variables.id === delivery.id}
                aria-label={t('deliveries.sendAgainTo', { address: delivery.address })}
                onClick={() => (delivery.status === 'unknown' ? setAsked(delivery) : again.mutate(delivery))}
              >
                {t('deliveries.sendAgain')}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      <ConfirmDanger
        opened={asked !== null}
        title={t('deliveries.sendAgainAsk', { address: asked?.address })}
        action={t('deliveries.sendAgain')}
        busy={again.isPending}
        onConfirm={() => asked && again.mutate(asked)}
        onClose={() => setAsked(null)}
      >
        {t('deliveries.mayComeTwice')}
      </ConfirmDanger>
    </>
  );
}

function DeliveryWords({ delivery }: { delivery: Delivery }) {
  const { purpose, status, attempts, next_attempt_at: next, code, reply, link_expires_at: link } = delivery;
  return (
    <>
      <p className={styles.words}>
        {purpose === 'failure_notice' ? `${t('deliveries.failureNotice')} ` : ''}
        {attempts > 0 ? `${t('deliveries.attempts', { count: attempts })} ` : ''}
        <RelativeTime value={delivery.sent_at ?? delivery.updated_at} />
        {status === 'queued' && next ? (
          <>
            {`. ${t('deliveries.next')} `}
            <RelativeTime value={next} />
          </>
        ) : null}
      </p>
      {code !== null || reply ? (
        <p className={styles.reply}>
          {code === null || reply?.startsWith(String(code)) ? '' : `${code} `}
          {reply}
        </p>
      ) : null}
      {link ? (
        <p className={styles.words}>
          {t('deliveries.link', { count: delivery.downloads })} <RelativeTime value={link} />
        </p>
      ) : null}
    </>
  );
}
