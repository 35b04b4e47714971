import { Radio, Select, Stack } from '@mantine/core';
import { FormActions, t, useSaveForm } from '@cairn/ui';
import { portal, type Permission } from '../../api.ts';
import { keys, useGroups, useResources } from '../../queries.ts';

interface Props {
  onDone: () => void;
}

const levels: Permission['permission'][] = ['view', 'edit', 'admin'];

/** Gives a group one permission on one resource. */
export function AddPermissionForm({ onDone }: Props) {
  const resources = useResources().data?.items ?? [];
  const groups = useGroups().data?.items ?? [];
  const { form, bind, saving, problem, guard } = useSaveForm({
    initial: { resource_id: '', group_id: '', permission: 'view' as Permission['permission'] },
    validate: {
      resource_id: (id) => (id ? null : t('permissions.resourceMissing')),
      group_id: (id) => (id ? null : t('permissions.groupMissing')),
    },
    save: ({ resource_id, group_id, permission }) =>
      portal.POST('/api/admin/permissions', {
        body: { resource_id: Number(resource_id), group_id: Number(group_id), permission },
      }),
    refresh: [keys.permissions, keys.overview],
    done: t('permissions.added'),
    onSaved: onDone,
  });
  return (
    <form {...bind}>
      <Stack gap="md">
        <Select
          label={t('permissions.resource')}
          data={resources.map(({ id, display_name, resource_type }) => ({
            value: String(id),
            label: `${display_name} (${resource_type})`,
          }))}
          required
          searchable
          limit={100}
          nothingFoundMessage={t('permissions.noResource')}
          {...form.getInputProps('resource_id')}
        />
        <Select
          label={t('permissions.group')}
          data={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
          required
          searchable
          nothingFoundMessage={t('permissions.noGroup')}
          {...form.getInputProps('group_id')}
        />
        <Radio.Group label={t('permissions.permission')} {...form.getInputProps('permission')}>
          <Stack gap={8} mt={6}>
            {levels.map((level) => (
              <Radio
                key={level}
                value={level}
                label={t(`permissions.level_${level}`)}
                description={t(`permissions.hint_${level}`)}
              />
            ))}
          </Stack>
        </Radio.Group>
        <FormActions save={t('permissions.add')} saving={saving} problem={problem} onCancel={onDone} />
      </Stack>
      {guard}
    </form>
  );
}
