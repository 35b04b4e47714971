import { Alert, Button, Stack } from '@mantine/core';
import { IconCircleCheck, IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react';
import { formatNumber, t } from '@cairn/ui';
import type { MapServer } from '../client.ts';
import { useMapServerTest } from './use-map-servers.ts';

/** Signs in with the saved login and says how it went. */
export function ConnectionTest({ server }: { server: MapServer }) {
  const test = useMapServerTest();
  const result = test.data;
  const count = result?.workspaces ?? 0;
  return (
    <Stack gap="sm" align="flex-start">
      <Button
        variant="default"
        loading={test.isPending}
        leftSection={<IconPlugConnected size={16} aria-hidden />}
        onClick={() => test.mutate(server)}
      >
        {t('mapServers.test')}
      </Button>
      {result?.success ? (
        <Alert color="green" role="status" icon={<IconCircleCheck size={18} />}>
          {t('mapServers.testPassed', { count, number: formatNumber(count) })}
        </Alert>
      ) : result ? (
        <Alert
          color="red"
          role="alert"
          icon={<IconPlugConnectedX size={18} />}
          title={t('mapServers.testFailed')}
        >
          {result.error}
        </Alert>
      ) : null}
    </Stack>
  );
}
