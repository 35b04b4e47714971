import { Stack, Text } from '@mantine/core';
import { Panel, RelativeTime, t, useMe } from '@cairn/ui';
import { useRestarts } from '../../queries.ts';

/** Processes that ended unexpectedly and were restarted; shown to administrators. */
export function RestartsPanel() {
  const me = useMe();
  const { data } = useRestarts(me.data?.admin === true);
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
