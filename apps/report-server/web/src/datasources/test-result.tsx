import { Alert } from '@mantine/core';
import { IconCircleCheck, IconPlugConnectedX } from '@tabler/icons-react';
import { t } from '@cairn/ui';
import type { DatasourceTest } from '../client.ts';

/** Whether signing in works, and what the database is. */
export function TestResult({ result }: { result: DatasourceTest }) {
  if (!result.ok)
    return (
      <Alert
        color="red"
        role="alert"
        icon={<IconPlugConnectedX size={18} />}
        title={t('datasources.testFailed')}
      >
        {result.error}
      </Alert>
    );
  return (
    <Alert
      color="green"
      role="status"
      icon={<IconCircleCheck size={18} />}
      title={t('datasources.testPassed', {
        version: result.version,
        milliseconds: Math.max(1, Math.round(result.milliseconds ?? 0)),
      })}
    >
      {result.postgis
        ? t('datasources.withPostgis', { version: result.postgis })
        : t('datasources.withoutPostgis')}{' '}
      {t(result.encrypted ? 'datasources.encrypted' : 'datasources.plain')}
    </Alert>
  );
}
