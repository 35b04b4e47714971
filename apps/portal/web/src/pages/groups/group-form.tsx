import { Stack, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { FormActions, t, useSaveForm } from '@cairn/ui';
import { portal, type Group } from '../../api.ts';
import { keys } from '../../queries.ts';

interface Props {
  /** The group to change; a new one when left out. */
  group?: Group;
  onDone: (group?: Group) => void;
  danger?: ReactNode;
}

/** Name and description of a group. */
export function GroupForm({ group, onDone, danger }: Props) {
  const fixed = group?.protected === true;
  const { form, bind, saving, problem, guard } = useSaveForm({
    initial: { name: group?.name ?? '', description: group?.description ?? '' },
    validate: { name: (name) => (name.trim() === '' ? t('groups.nameMissing') : null) },
    save: (values) => {
      const body = { name: values.name.trim(), description: values.description.trim() };
      return group
        ? portal.PUT('/api/admin/groups/{id}', { params: { path: { id: group.id } }, body })
        : portal.POST('/api/admin/groups', { body });
    },
    refresh: [keys.groups, keys.users, keys.overview, keys.permissions],
    done: ({ name }) => t(group ? 'groups.saved' : 'groups.added', { name }),
    onSaved: onDone,
  });
  return (
    <form {...bind}>
      <Stack gap="md">
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
        <FormActions
          save={t(group ? 'groups.save' : 'groups.add')}
          saving={saving}
          problem={problem}
          disabled={group !== undefined && !form.isDirty()}
          onCancel={group ? undefined : () => onDone()}
          danger={danger}
        />
      </Stack>
      {guard}
    </form>
  );
}
