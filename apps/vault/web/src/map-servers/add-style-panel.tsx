import { FileInput, Select, TextInput } from '@mantine/core';
import { SaveForm, SidePanel, basePath, t, useSaveForm } from '@cairn/ui';
import type { MapServer } from '../client.ts';
import { catalogKey, useCatalog } from './use-map-servers.ts';

interface Values extends Record<string, unknown> {
  style_name: string;
  workspace: string;
  file: File | null;
}

/** Adds a style from an SLD file. */
export function AddStylePanel({ server, onClose }: { server: MapServer; onClose: () => void }) {
  const { data } = useCatalog(server.id);
  const state = useSaveForm<Values, object>({
    initial: { style_name: '', workspace: server.default_workspace, file: null },
    validate: {
      style_name: (name) => (name.trim() === '' ? t('mapServers.missing') : null),
      file: (file) => (file === null ? t('mapServers.styles.fileMissing') : null),
    },
    save: (values) => sendStyle(server, values),
    refresh: [catalogKey(server.id)],
    done: t('mapServers.styles.created'),
    onSaved: onClose,
  });
  const { form } = state;
  const chooseFile = (file: File | null) => {
    form.setFieldValue('file', file);
    if (file && form.values.style_name === '')
      form.setFieldValue('style_name', file.name.replace(/\.\w+$/, ''));
  };
  return (
    <SidePanel opened title={t('mapServers.styles.upload')} onClose={onClose}>
      <SaveForm state={state} save={t('mapServers.styles.upload')} onCancel={onClose}>
        <FileInput
          label={t('mapServers.styles.file')}
          description={t('mapServers.styles.fileHint')}
          accept=".sld,.xml"
          required
          {...form.getInputProps('file')}
          onChange={chooseFile}
        />
        <TextInput
          label={t('mapServers.name')}
          required
          maxLength={100}
          autoComplete="off"
          {...form.getInputProps('style_name')}
        />
        <Select
          label={t('mapServers.layers.workspace')}
          description={t('mapServers.styles.workspaceHint')}
          clearable
          searchable
          data={data?.workspaces.map(({ name }) => name) ?? []}
          {...form.getInputProps('workspace')}
          value={form.values.workspace || null}
          onChange={(next) => form.setFieldValue('workspace', next ?? '')}
        />
      </SaveForm>
    </SidePanel>
  );
}

async function sendStyle({ id }: MapServer, { style_name: name, workspace, file }: Values) {
  const form = new FormData();
  form.set('connection_id', String(id));
  form.set('style_name', name.trim());
  if (workspace !== '') form.set('workspace', workspace);
  form.set('file', file as File);
  const response = await fetch(`${basePath()}/api/mapserver/styles`, {
    method: 'POST',
    body: form,
    headers: { accept: 'application/json' },
  });
  const body: unknown = await response.json().catch(() => undefined);
  return response.ok ? { data: body as object, response } : { error: body, response };
}
