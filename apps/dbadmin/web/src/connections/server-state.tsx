import { Badge, Skeleton, Tooltip } from '@mantine/core';
import { formatNumber, t } from '@cairn/ui';
import { useOverview } from './use-connections.ts';
import styles from './connections.module.css';

/** Whether a server is online, and its version. */
export function ServerState({ id }: { id: number }) {
  const { data, error } = useOverview(id);
  if (error) {
    return (
      <Tooltip label={error.message} multiline maw={320}>
        <Badge color="red" tabIndex={0}>
          {t('server.offline')}
        </Badge>
      </Tooltip>
    );
  }
  if (!data) return <Skeleton height={20} width={110} />;
  return (
    <span className={styles.state}>
      <Badge color="green">{t('server.version', { version: data.version })}</Badge>
      {data.in_recovery ? <Badge color="blue">{t('server.standby')}</Badge> : null}
      {data.pending_restart ? <Badge color="yellow">{t('server.restartRequired')}</Badge> : null}
    </span>
  );
}

/** Sessions in use, and their maximum. */
export function Sessions({ id }: { id: number }) {
  const { data, error } = useOverview(id);
  if (error) return <span aria-hidden>–</span>;
  if (!data) return <Skeleton height={14} width={70} />;
  const values = { used: formatNumber(data.sessions), max: formatNumber(data.max_connections) };
  return <span className="numeric">{t('server.sessionsOf', values)}</span>;
}
