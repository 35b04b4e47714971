import { Radio, Select, Stack } from '@mantine/core';
import { SaveForm, t, useSaveForm } from '@cairn/ui';
import { dbadmin, type DatabaseDetail, type Grant, type GrantResult, type Level } from '../../client.ts';
import { databaseKey, rolesKey } from '../../query-keys.ts';
import { useRoleOptions } from '../../roles/use-roles.ts';
import { LEVELS } from './level-menu.tsx';

interface GrantFormProps {
  database: DatabaseDetail;
  grants: Grant[];
  onGranted: (result: GrantResult) => void;
  onCancel: () => void;
}

interface Values extends Record<string, unknown> {
  role_name: string;
  level: Level;
}

/** Grants a role an access level on the whole database. */
export function GrantForm({ database, grants, onGranted, onCancel }: GrantFormProps) {
  const granted = new Set(grants.map(({ role_name: name }) => name));
  const roles = useRoleOptions(
    database.connection_id,
    ({ name, reserved }) => !reserved && !granted.has(name),
  );
  const state = useSaveForm<Values, GrantResult>({
    initial: { role_name: '', level: 'readonly' },
    validate: { role_name: (value) => (value ? null : t('access.roleMissing')) },
    save: (body) =>
      dbadmin.POST('/api/databases/{id}/access', { params: { path: { id: database.id } }, body }),
    refresh: [[...databaseKey(database.id), 'access'], rolesKey(database.connection_id)],
    onSaved: onGranted,
  });
  const { form } = state;
  return (
    <SaveForm state={state} save={t('access.grant')} onCancel={onCancel}>
      <Select
        label={t('access.role')}
        required
        searchable
        data-autofocus
        nothingFoundMessage={t('access.noRole')}
        data={roles}
        {...form.getInputProps('role_name')}
        value={form.values.role_name || null}
        onChange={(name) => form.setFieldValue('role_name', name ?? '')}
      />
      <Radio.Group label={t('access.level')} {...form.getInputProps('level')}>
        <Stack gap="xs" mt={6}>
          {LEVELS.map((level) => (
            <Radio
              key={level}
              value={level}
              label={t(`access.levels.${level}`)}
              description={t(`access.levelHint.${level}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
    </SaveForm>
  );
}
