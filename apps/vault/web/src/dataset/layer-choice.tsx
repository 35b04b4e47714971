import { Select } from '@mantine/core';
import { t } from '@cairn/ui';
import { useShownLayer } from './use-shown-layer.ts';
import type { DatasetTabProps } from './types.ts';
import { TABLE_STATE, useAddress } from './use-address.ts';

/** Which layer of the file map and table show; nothing where there is one alone. */
export function LayerChoice(props: Pick<DatasetTabProps, 'technical'>) {
  const { name, names } = useShownLayer(props);
  const change = useAddress();
  if (names.length < 2) return null;
  return (
    <Select
      size="xs"
      w={190}
      aria-label={t('dataset.layer')}
      data={names}
      value={name}
      allowDeselect={false}
      onChange={(value) => change({ ...TABLE_STATE, layer: value ?? '', feature: '', color: '' })}
    />
  );
}
