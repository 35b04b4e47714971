import { Alert, PasswordInput, Switch } from '@mantine/core';
import { Panel, SaveForm, t, useSaveForm } from '@cairn/ui';
import { dbadmin, type Connection, type Role } from '../client.ts';
import { rolesKey } from '../query-keys.ts';
import { passwordLabel } from './columns.tsx';

interface LoginFormProps {
  server: Connection;
  role: Role;
  mayChange: boolean;
}

/** The login of a user: its password, and whether it can log in and is a superuser. */
export function LoginForm({ server, role, mayChange }: LoginFormProps) {
  const state = useSaveForm({
    initial: { password: '', can_login: role.can_login, is_superuser: role.is_superuser },
    save: (body) =>
      dbadmin.PUT('/api/connections/{id}/pg-users/{name}', {
        params: { path: { id: server.id, name: role.name } },
        body,
      }),
    refresh: [rolesKey(server.id)],
    done: t('roles.saved', { name: role.name }),
    onSaved() {
      const clean = { ...form.getValues(), password: '' };
      form.setValues(clean);
      form.resetDirty(clean);
    },
  });
  const { form } = state;
  return (
    <Panel title={t('roles.login')} lead={passwordLabel(role)}>
      {role.reserved ? (
        <Alert color="gray" mb="md">
          {t('roles.reservedHint')}
        </Alert>
      ) : null}
      <SaveForm state={state} save={t('common.save')} disabled={!form.isDirty()} readOnly={!mayChange}>
        <PasswordInput
          label={t('roles.newPassword')}
          description={t('roles.newPasswordHint')}
          autoComplete="new-password"
          disabled={!mayChange}
          {...form.getInputProps('password')}
        />
        <Switch
          label={t('roles.canLogin')}
          description={t('roles.canLoginHint')}
          disabled={!mayChange}
          {...form.getInputProps('can_login', { type: 'checkbox' })}
        />
        <Switch
          label={t('roles.superuser')}
          description={t('roles.superuserHint')}
          disabled={!mayChange}
          {...form.getInputProps('is_superuser', { type: 'checkbox' })}
        />
      </SaveForm>
    </Panel>
  );
}
