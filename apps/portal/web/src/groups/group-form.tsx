import { Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { SaveForm, t, useSaveForm } from '@cairn/ui';
import { portal, type Group } from '../client.ts';
import { accessOverviewKey, groupsKey, permissionsKey, usersKey } from '../query-keys.ts';

interface Props {
  /** The group to change; a new one when left out. */
  group?: Group;
  onDone: (group?: Group) => void;
  danger?: ReactNode;
}

/** Name and description of a group. */
export function GroupForm({ group, onDone, danger }: Props) {
  const fixed = group?.protected === true;
  const state = useSaveForm({
    initial: { name: group?.name ?? '', description: group?.description ?? '' },
    validate: { name: (name) => (name.trim() === '' ? t('groups.nameMissing') : null) },
    save: (values) => {
      const body = { name: values.name.trim(), description: values.description.trim() };
      return group
        ? portal.PUT('/api/admin/groups/{id}', { params: { path: { id: group.id } }, body })
        : portal.POST('/api/admin/groups', { body });
    },
    refresh: [groupsKey, usersKey, accessOverviewKey, permissionsKey],
    done: ({ name }) => t(group ? 'groups.saved' : 'groups.added', { name }),
    onSaved: onDone,
  });
  const { form } = state;
  return (
    <SaveForm
      state={state}
      save={t(group ? 'groups.save' : 'groups.add')}
      disabled={group !== undefined && !form.isDirty()}
      onCancel={group ? undefined : () => onDone()}
      danger={danger}
    >
      <TextInput
        label={t('groups.name')}
        description={fixed ? t('groups.builtInHint') : undefined}
        required
        maxLength={150}
        readOnly={fixed}
        variant={fixed ? 'filled' : undefined}
        data-autofocus={group ? undefined : true}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <Textarea
        label={t('groups.description')}
        description={t('groups.descriptionHint')}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={2000}
        {...form.getInputProps('description')}
      />
    </SaveForm>
  );
}
