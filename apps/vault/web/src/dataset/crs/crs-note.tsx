import { Alert, Button, Group } from '@mantine/core';
import { IconMapPinQuestion } from '@tabler/icons-react';
import { t, useUrlState } from '@cairn/ui';
import { useShownLayer } from '../use-shown-layer.ts';
import type { DatasetTabProps } from '../types.ts';
import { crsGap } from './crs-gap.ts';
import { useMaySetCrs } from './use-may-set-crs.ts';

/** Says that the place of the shown layer is unknown or a guess, and offers to set its coordinate system. */
export function CrsNote(props: DatasetTabProps) {
  const { data } = props.technical;
  const { facts } = useShownLayer(props);
  const [, setPanel] = useUrlState('panel');
  const maySet = useMaySetCrs(props);
  const gap = data ? crsGap(data, facts) : null;
  if (gap === null) return null;
  const crs = (facts ?? data)?.crs?.name ?? '';
  return (
    <Alert
      color="yellow"
      variant="light"
      mb="md"
      role="status"
      icon={<IconMapPinQuestion size={18} aria-hidden />}
    >
      <Group gap="sm" align="center">
        <span>{t(`crs.${gap}`, { crs })}</span>
        {maySet ? (
          <Button size="compact-sm" variant="default" onClick={() => setPanel('crs')}>
            {t('crs.set')}
          </Button>
        ) : null}
      </Group>
    </Alert>
  );
}
