import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { t } from '@cairn/ui';
import { useGroups } from '../../queries.ts';

type Props = Omit<MultiSelectProps, 'data' | 'value' | 'onChange'> & {
  value?: number[];
  onChange?: (ids: number[]) => void;
};

/** Which groups a user is in. Everybody is in Public anyway, so it is not offered. */
export function GroupChoice({ value = [], onChange, ...rest }: Props) {
  const { data } = useGroups();
  const groups = (data?.items ?? []).filter(({ name }) => name !== 'Public');
  const known = new Set(groups.map(({ id }) => id));
  return (
    <MultiSelect
      label={t('users.groups')}
      description={t('users.groupsHint')}
      data={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value.filter((id) => known.has(id)).map(String)}
      onChange={(chosen) => onChange?.([...value.filter((id) => !known.has(id)), ...chosen.map(Number)])}
      searchable
      hidePickedOptions
      nothingFoundMessage={t('users.noGroups')}
      {...rest}
    />
  );
}
