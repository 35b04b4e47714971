import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { t } from '@cairn/ui';
import { useGroups } from '../administration/use-admin-lists.ts';

type Props = Omit<MultiSelectProps, 'data' | 'value' | 'onChange'> & {
  value?: number[];
  onChange?: (ids: number[]) => void;
};

/** The groups of a user, without Public, of which everyone is a member. */
export function GroupChoice({ value = [], onChange, ...rest }: Props) {
  const { data } = useGroups();
  const groups = (data?.items ?? []).filter(({ name }) => name !== 'Public');
  const offered = new Set(groups.map(({ id }) => id));
  return (
    <MultiSelect
      label={t('users.groups')}
      description={t('users.groupsHint')}
      data={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value.filter((id) => offered.has(id)).map(String)}
      onChange={(chosen) => onChange?.([...value.filter((id) => !offered.has(id)), ...chosen.map(Number)])}
      searchable
      hidePickedOptions
      nothingFoundMessage={t('users.noGroups')}
      {...rest}
    />
  );
}
