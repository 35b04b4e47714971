import { Stack, Text } from '@mantine/core';
import { Panel, RelativeTime, t, useApi, useMe } from '@cairn/ui';
import { portal } from '../client.ts';

/** Processes that `npm start` restarted after they stopped unexpectedly; for administrators. */
export function RestartsPanel() {
  const me = useMe();
  const { data } = useApi(['restarts'], (signal) => portal.GET('/api/admin/portal/restarts', { signal }), {
    enabled: me.data?.admin === true,
  });
  if (!data || data.total === 0) return null;
  return (
    <Panel title={t('services.restarts.title')} lead={t('services.restarts.lead')}>
      <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
        {data.items.map(({ part, reason, restarted_at }) => (
          <Text component="li" size="sm" key={`${part} ${restarted_at}`}>
            {part} {reason}. {t('services.restarts.restarted')} <RelativeTime exact value={restarted_at} />
          </Text>
        ))}
      </Stack>
    </Panel>
  );
}
