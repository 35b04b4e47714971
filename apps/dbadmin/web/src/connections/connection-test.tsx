import { Alert } from '@mantine/core';
import { IconCircleCheck, IconPlugConnectedX } from '@tabler/icons-react';
import { t, useChange } from '@cairn/ui';
import { dbadmin, type ConnectionTest } from '../client.ts';
import { overviewKey } from '../query-keys.ts';
import styles from './connections.module.css';

/** Tests the stored login of a server. */
export function useConnectionTest(id: number) {
  return useChange<void, ConnectionTest>(
    () => dbadmin.POST('/api/connections/{id}/test', { params: { path: { id } } }),
    { refresh: [overviewKey(id)] },
  );
}

/** Whether the login works, and which features its role is not sufficient for. */
export function TestResult({ result }: { result: ConnectionTest }) {
  if (!result.ok) {
    return (
      <Alert color="red" role="alert" icon={<IconPlugConnectedX size={18} />} title={t('test.failed')}>
        {result.error}
      </Alert>
    );
  }
  const missing = result.missing_rights ?? [];
  return (
    <Alert
      color={missing.length > 0 ? 'yellow' : 'green'}
      role="status"
      icon={<IconCircleCheck size={18} />}
      title={t('test.passed', {
        version: result.version,
        milliseconds: Math.round(result.milliseconds ?? 0),
      })}
    >
      <div className={styles.test}>
        <span>{t(result.encrypted ? 'test.encrypted' : 'test.plain')}</span>
        {result.is_superuser ? <span>{t('test.superuser')}</span> : null}
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
