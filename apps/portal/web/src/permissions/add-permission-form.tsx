import { Radio, Select, Stack } from '@mantine/core';
import { SaveForm, t, useSaveForm } from '@cairn/ui';
import { useGroups, useResources } from '../administration/use-admin-lists.ts';
import { portal, type Permission } from '../client.ts';
import { accessOverviewKey, permissionsKey } from '../query-keys.ts';
import { resourceTypeName } from '../resources/resource-type-name.ts';
import { permissionNames } from './permission-columns.tsx';

interface Props {
  onDone: () => void;
}

const levels: Permission['permission'][] = ['view', 'edit', 'admin'];

/** Grants a group a permission on a resource. */
export function AddPermissionForm({ onDone }: Props) {
  const resources = useResources().data?.items ?? [];
  const groups = useGroups().data?.items ?? [];
  const state = useSaveForm({
    initial: { resource_id: '', group_id: '', permission: 'view' as Permission['permission'] },
    validate: {
      resource_id: (id) => (id ? null : t('permissions.resourceMissing')),
      group_id: (id) => (id ? null : t('permissions.groupMissing')),
    },
    save: ({ resource_id, group_id, permission }) =>
      portal.POST('/api/admin/permissions', {
        body: { resource_id: Number(resource_id), group_id: Number(group_id), permission },
      }),
    refresh: [permissionsKey, accessOverviewKey],
    done: (grant) => t('permissions.added', permissionNames(grant)),
    onSaved: onDone,
  });
  const { form } = state;
  return (
    <SaveForm state={state} save={t('permissions.add')} onCancel={onDone}>
      <Select
        label={t('permissions.resource')}
        data={resources.map(({ id, display_name, resource_type, service }) => ({
          value: String(id),
          label: `${display_name} (${resourceTypeName(resource_type, service)})`,
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
    </SaveForm>
  );
}
