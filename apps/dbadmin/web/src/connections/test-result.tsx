import { Alert } from '@mantine/core';
import { IconCircleCheck, IconPlugConnectedX } from '@tabler/icons-react';
import { t, useChange } from '@cairn/ui';
import { dbadmin, type ConnectionTest } from '../client.ts';
import { overviewKey } from '../query-keys.ts';
import styles from './connections.module.css';

/** Asks a server whether it lets us in. */
export function useConnectionTest(id: number) {
  return useChange(
    (server: number) => dbadmin.POST('/api/connections/{id}/test', { params: { path: { id: server } } }),
    { refresh: [overviewKey(id)] },
  );
}

/** What the server said: who we are there, and what that is not enough for. */
export function TestResult({ outcome }: { outcome: ConnectionTest }) {
  if (!outcome.ok) {
    return (
      <Alert color="red" role="alert" icon={<IconPlugConnectedX size={18} />} title={t('test.failed')}>
        {outcome.error}
      </Alert>
    );
  }
  const missing = outcome.missing_rights ?? [];
  return (
    <Alert
      color={missing.length > 0 ? 'yellow' : 'green'}
      role="status"
      icon={<IconCircleCheck size={18} />}
      title={t('test.passed', {
        version: outcome.version,
        milliseconds: Math.round(outcome.milliseconds ?? 0),
      })}
    >
      <div className={styles.test}>
        <span>{t(outcome.encrypted ? 'test.encrypted' : 'test.plain')}</span>
        {outcome.is_superuser ? <span>{t('test.superuser')}</span> : null}
        {missing.length > 0 ? (
          <>
            <span>{t('test.missing')}</span>
            <ul>
              {missing.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </>
        ) : null}
      </div>
    </Alert>
  );
}
