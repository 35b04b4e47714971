import { Button, Checkbox, Group, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import {
  ConfirmDanger,
  DataTable,
  EmptyState,
  MenuItem,
  RowMenu,
  SaveForm,
  SidePanel,
  t,
  useChange,
  useSaveForm,
  useUrlState,
  type Column,
} from '@cairn/ui';
import { vault, type MapServer } from '../client.ts';
import type { MapServerTabProps } from './types.ts';
import { catalogKey, serverPublicationsKey, useCatalog } from './use-map-servers.ts';

interface Workspace {
  name: string;
}

/** The workspaces of a map server: create and delete them. */
export function WorkspacesTab({ server, mayEdit }: MapServerTabProps) {
  const catalog = useCatalog(server.id);
  const columns = useMemo(() => workspaceColumns(), []);
  const [panel, setPanel] = useUrlState('panel');
  const [deleted, setDeleted] = useState<string | null>(null);
  const create = mayEdit ? (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setPanel('workspace')}>
      {t('mapServers.workspaces.create')}
    </Button>
  ) : undefined;
  return (
    <>
      <DataTable
        label={t('mapServers.tabs.workspaces')}
        rows={catalog.data?.workspaces}
        columns={columns}
        rowKey={({ name }) => name}
        rowName={({ name }) => name}
        source={catalog}
        searchPlaceholder={t('mapServers.workspaces.search')}
        tools={create}
        empty={
          <EmptyState
            boxed
            title={t('mapServers.workspaces.none')}
            text={t('mapServers.workspaces.noneText')}
            action={create}
          />
        }
        {...(mayEdit
          ? {
              actions: ({ name }: Workspace) => (
                <RowMenu label={t('mapServers.actionsFor', { name })}>
                  <MenuItem icon={IconTrash} color="red" onClick={() => setDeleted(name)}>
                    {t('mapServers.workspaces.delete')}
                  </MenuItem>
                </RowMenu>
              ),
            }
          : {})}
      />
      {mayEdit && panel === 'workspace' ? <CreatePanel server={server} onClose={() => setPanel('')} /> : null}
      {deleted === null ? null : (
        <DeleteQuestion key={deleted} server={server} name={deleted} onClose={() => setDeleted(null)} />
      )}
    </>
  );
}

function CreatePanel({ server, onClose }: { server: MapServer; onClose: () => void }) {
  const state = useSaveForm({
    initial: { name: '' },
    validate: { name: (name) => (name.trim() === '' ? t('mapServers.missing') : null) },
    save: ({ name }) =>
      vault.POST('/api/mapserver/workspaces', { body: { connection_id: server.id, name: name.trim() } }),
    refresh: [catalogKey(server.id)],
    done: t('mapServers.workspaces.created'),
    onSaved: onClose,
  });
  return (
    <SidePanel opened title={t('mapServers.workspaces.create')} onClose={onClose}>
      <SaveForm state={state} save={t('mapServers.workspaces.create')} onCancel={onClose}>
        <TextInput
          label={t('mapServers.name')}
          required
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          {...state.form.getInputProps('name')}
        />
      </SaveForm>
    </SidePanel>
  );
}

function DeleteQuestion({ server, name, onClose }: { server: MapServer; name: string; onClose: () => void }) {
  const [recurse, setRecurse] = useState(false);
  const remove = useChange(
    () =>
      vault.DELETE('/api/mapserver/workspaces/{name}', {
        params: { path: { name }, query: { connection_id: server.id, recurse } },
      }),
    {
      refresh: [catalogKey(server.id), serverPublicationsKey(server.id)],
      done: t('mapServers.workspaces.deleted', { name }),
      onDone: onClose,
    },
  );
  return (
    <ConfirmDanger
      opened
      title={t('mapServers.workspaces.deleteTitle', { name })}
      action={t('mapServers.workspaces.delete')}
      busy={remove.isPending}
      {...(recurse ? { typeName: name } : {})}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>{t('mapServers.workspaces.deleteText')}</p>
      <Group>
        <Checkbox
          label={t('mapServers.workspaces.recurse')}
          checked={recurse}
          onChange={(event) => setRecurse(event.currentTarget.checked)}
        />
      </Group>
    </ConfirmDanger>
  );
}

function workspaceColumns(): Column<Workspace>[] {
  return [{ key: 'name', header: t('mapServers.name'), value: ({ name }) => name, always: true }];
}
