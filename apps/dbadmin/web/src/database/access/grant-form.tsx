import { Radio, Select, Stack } from '@mantine/core';
import { FormActions, t, useApi, useSaveForm } from '@cairn/ui';
import { dbadmin, type DatabaseDetail, type Grant, type GrantResult, type Level } from '../../client.ts';
import { databaseKey, rolesKey } from '../../query-keys.ts';
import { LEVELS } from './level-select.tsx';

interface GrantFormProps {
  database: DatabaseDetail;
  granted: Grant[];
  onGranted: (result: GrantResult) => void;
  onCancel: () => void;
}

interface Values extends Record<string, unknown> {
  role_name: string;
  level: Level;
}

/** Gives a role an access level on the whole database. */
export function GrantForm({ database, granted, onGranted, onCancel }: GrantFormProps) {
  const path = { id: database.connection_id };
  const users = useApi([...rolesKey(path.id), 'users'], (signal) =>
    dbadmin.GET('/api/connections/{id}/pg-users', { params: { path }, signal }),
  );
  const groups = useApi([...rolesKey(path.id), 'groups'], (signal) =>
    dbadmin.GET('/api/connections/{id}/pg-groups', { params: { path }, signal }),
  );
  const { form, bind, saving, problem, guard } = useSaveForm<Values, GrantResult>({
    initial: { role_name: '', level: 'readonly' },
    validate: { role_name: (value) => (value ? null : t('access.roleMissing')) },
    save: (body) =>
      dbadmin.POST('/api/databases/{id}/access', { params: { path: { id: database.id } }, body }),
    refresh: [[...databaseKey(database.id), 'access'], rolesKey(path.id)],
    onSaved: onGranted,
  });
  const has = new Set(granted.map(({ role_name: name }) => name));
  const namesOf = (roles: { name: string; reserved: boolean }[] | undefined) =>
    (roles ?? []).filter(({ name, reserved }) => !reserved && !has.has(name)).map(({ name }) => name);
  return (
    <form {...bind}>
      <Stack gap="md">
        <Select
          label={t('access.role')}
          required
          searchable
          data-autofocus
          nothingFoundMessage={t('access.noRole')}
          data={[
            { group: t('nav.groups'), items: namesOf(groups.data) },
            { group: t('nav.users'), items: namesOf(users.data) },
          ]}
          {...form.getInputProps('role_name')}
          value={form.values.role_name || null}
          onChange={(name) => form.setFieldValue('role_name', name ?? '')}
        />
        <Radio.Group label={t('access.levelName')} {...form.getInputProps('level')}>
          <Stack gap="xs" mt={6}>
            {LEVELS.map((level) => (
              <Radio
                key={level}
                value={level}
                label={t(`access.level.${level}`)}
                description={t(`access.levelHint.${level}`)}
              />
            ))}
          </Stack>
        </Radio.Group>
        <FormActions save={t('access.save')} saving={saving} problem={problem} onCancel={onCancel} />
      </Stack>
      {guard}
    </form>
  );
}
