import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { tui } from '../i18n.ts';
import { noResults, usePeople } from './sharing-api.ts';
import type { Sharing } from './sharing-api.ts';

interface Props {
  sharing: Sharing;
  onAdd: (part: Partial<Sharing>) => void;
}

/** Finds people and groups by name, and adds them with the permission to view. */
export function PersonSearch({ sharing, onAdd }: Props) {
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text, 200);
  const { data: people = [], error } = usePeople(search);
  const has = (id: number) =>
    id === sharing.owner?.user_id || sharing.people.some(({ user_id }) => user_id === id);
  const newPeople = text.trim().length < 2 ? [] : people.filter(({ user_id }) => !has(user_id));
  const newGroups = sharing.group_choices.filter(
    ({ group_id: id }) => !sharing.groups.some((group) => group.group_id === id),
  );

  function add(chosen: string | null) {
    const [kind, id] = (chosen ?? '').split(':');
    const person = newPeople.find(({ user_id }) => kind === 'person' && String(user_id) === id);
    const group = newGroups.find(({ group_id }) => kind === 'group' && String(group_id) === id);
    if (person) onAdd({ people: [...sharing.people, { ...person, level: 'view' }] });
    if (group) onAdd({ groups: [...sharing.groups, { ...group, level: 'view' }] });
    setText('');
  }

  return (
    <Select
      data-autofocus
      label={tui('sharing.add')}
      placeholder={tui('sharing.addPlaceholder')}
      searchable
      value={null}
      searchValue={text}
      onSearchChange={setText}
      onChange={add}
      nothingFoundMessage={noResults(text, error)}
      comboboxProps={{ withinPortal: true }}
      data={[
        {
          group: tui('sharing.people'),
          items: newPeople.map(({ user_id, username }) => ({ value: `person:${user_id}`, label: username })),
        },
        {
          group: tui('sharing.groups'),
          items: newGroups.map(({ group_id, group_name }) => ({
            value: `group:${group_id}`,
            label: group_name,
          })),
        },
      ].filter(({ items }) => items.length > 0)}
    />
  );
}
