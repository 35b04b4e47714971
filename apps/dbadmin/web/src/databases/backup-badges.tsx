import { Badge, Tooltip } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { formatExact, formatRelative, RelativeTime, t } from '@cairn/ui';
import type { Database } from '../client.ts';
import styles from './databases.module.css';

/** When a database was last backed up, and whether that backup is verified. */
export function LastBackup({ row }: { row: Pick<Database, 'last_backup' | 'state'> }) {
  const backup = row.last_backup;
  if (!backup) {
    return row.state === 'ready' ? (
      <Badge color="yellow">{t('databases.neverBackedUp')}</Badge>
    ) : (
      <span>–</span>
    );
  }
  const verified = backup.verified_at
    ? t('databases.verifiedAt', { time: formatExact(new Date(backup.verified_at)) })
    : null;
  return (
    <span className={styles.backup}>
      <RelativeTime value={backup.created_at} />
      {verified ? (
        <Tooltip label={verified}>
          <IconShieldCheck size={15} tabIndex={0} role="img" aria-label={verified} />
        </Tooltip>
      ) : null}
    </span>
  );
}

/** When a backup was last verified. */
export function Verified({ at }: { at: string | null | undefined }) {
  if (!at) return <Badge color="gray">{t('databases.notVerified')}</Badge>;
  const date = new Date(at);
  return (
    <Tooltip label={formatExact(date)}>
      <Badge color="green" tabIndex={0}>
        {formatRelative(date)}
      </Badge>
    </Tooltip>
  );
}
