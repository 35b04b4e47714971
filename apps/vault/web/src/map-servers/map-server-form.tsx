import { Button, Checkbox, PasswordInput, Stack, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ConfirmDanger, SaveForm, t, useSaveForm } from '@cairn/ui';
import { vault, type MapServer } from '../client.ts';
import { isWebAddress } from '../import/source-name.ts';
import { ConnectionTest } from './connection-test.tsx';
import { mapServersKey, useDeleteMapServer } from './use-map-servers.ts';

interface MapServerFormProps {
  /** The connection to change; a new one when left out. */
  server?: MapServer | undefined;
  onClose: () => void;
}

const isMissing = (value: string) => (value.trim() === '' ? t('mapServers.missing') : null);

/** Address and login of a map server. */
export function MapServerForm({ server, onClose }: MapServerFormProps) {
  const [asks, setAsks] = useState(false);
  const navigate = useNavigate();
  const remove = useDeleteMapServer(() => void navigate('/map-servers'));
  const state = useSaveForm({
    initial: {
      name: server?.name ?? '',
      url: server?.url ?? '',
      username: server?.username ?? '',
      password: '',
      default_workspace: server?.default_workspace ?? '',
      enabled: server?.enabled ?? true,
      verify_ssl: server?.verify_ssl ?? true,
    },
    validate: {
      name: isMissing,
      url: (url) => (isWebAddress(url) ? null : t('mapServers.urlWrong')),
      username: isMissing,
      password: (password) => (server ? null : isMissing(password)),
    },
    save: async (body) => {
      if (!server) return vault.POST('/api/mapserver/connections', { body });
      const params = { path: { id: server.id } };
      const answer = await vault.PUT('/api/mapserver/connections/{id}', { params, body });
      return { ...answer, data: answer.data ? { id: server.id } : undefined } as never;
    },
    refresh: [mapServersKey],
    done: t(server ? 'mapServers.saved' : 'mapServers.created'),
    onSaved: ({ id }: { id: number }) => (server ? onClose() : void navigate(`/map-servers/${id}`)),
  });
  const { form } = state;
  const text = (name: 'name' | 'url' | 'username' | 'default_workspace') => ({
    autoComplete: 'off',
    spellCheck: false,
    ...form.getInputProps(name),
  });
  return (
    <Stack gap="lg">
      <SaveForm
        state={state}
        save={t('mapServers.save')}
        disabled={server !== undefined && !form.isDirty()}
        onCancel={onClose}
        danger={
          server ? (
            <Button
              variant="subtle"
              color="red"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => setAsks(true)}
            >
              {t('mapServers.delete')}
            </Button>
          ) : undefined
        }
      >
        <TextInput label={t('mapServers.name')} required maxLength={200} data-autofocus {...text('name')} />
        <TextInput
          label={t('mapServers.url')}
          description={t('mapServers.urlHint')}
          type="url"
          placeholder="https://"
          required
          maxLength={2_000}
          {...text('url')}
        />
        <TextInput label={t('mapServers.username')} required maxLength={200} {...text('username')} />
        <PasswordInput
          label={t('mapServers.password')}
          description={t(server ? 'mapServers.passwordKept' : 'mapServers.passwordHint')}
          required={!server}
          maxLength={1_000}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <TextInput
          label={t('mapServers.workspace')}
          description={t('mapServers.workspaceHint')}
          maxLength={100}
          {...text('default_workspace')}
        />
        <Checkbox
          label={t('mapServers.enabled')}
          description={t('mapServers.enabledHint')}
          {...form.getInputProps('enabled', { type: 'checkbox' })}
        />
        <Checkbox
          label={t('mapServers.verify')}
          description={t('mapServers.verifyHint')}
          {...form.getInputProps('verify_ssl', { type: 'checkbox' })}
        />
      </SaveForm>
      {server && !form.isDirty() ? <ConnectionTest server={server} /> : null}
      {server ? (
        <ConfirmDanger
          opened={asks}
          title={t('mapServers.deleteTitle', { name: server.name })}
          action={t('mapServers.delete')}
          busy={remove.isPending}
          onConfirm={() => remove.mutate(server)}
          onClose={() => setAsks(false)}
        >
          {t('mapServers.deleteText')}
        </ConfirmDanger>
      ) : null}
    </Stack>
  );
}
