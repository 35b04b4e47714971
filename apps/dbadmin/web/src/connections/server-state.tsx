import { Badge, Skeleton, Tooltip } from '@mantine/core';
import { formatNumber, t } from '@cairn/ui';
import { useOverview } from './use-overview.ts';
import styles from './connections.module.css';

/** Whether a server answers, and with which version. */
export function ServerState({ id }: { id: number }) {
  const { data, error } = useOverview(id);
  if (error) {
    return (
      <Tooltip label={error.message} multiline maw={320}>
        <Badge color="red" tabIndex={0}>
          {t('server.silent')}
        </Badge>
      </Tooltip>
    );
  }
  if (!data) return <Skeleton height={20} width={110} />;
  const waiting = data.pending_restart ?? 0;
  return (
    <span className={styles.state}>
      <Badge color="green">{t('server.version', { version: data.version })}</Badge>
      {data.in_recovery ? <Badge color="blue">{t('server.standby')}</Badge> : null}
      {waiting > 0 ? <Badge color="yellow">{t('server.waits')}</Badge> : null}
    </span>
  );
}

/** Sessions in use, of those that there may be. */
export function Sessions({ id }: { id: number }) {
  const { data, error } = useOverview(id);
  if (error) return <span aria-hidden>–</span>;
  if (!data) return <Skeleton height={14} width={70} />;
  const values = { used: formatNumber(data.sessions), most: formatNumber(data.max_connections) };
  return <span className="numeric">{t('server.sessionsOf', values)}</span>;
}
