import { useState } from 'react';
import { Anchor, Autocomplete, Select, Stack, TextInput } from '@mantine/core';
import { Loaded, SaveForm, ServiceLink, t, useSaveForm } from '@cairn/ui';
import { mapServersHref } from '../addresses.ts';
import { vault, type DatasetMetadata, type MapServer, type Version } from '../client.ts';
import { PublicationList } from './publication-list.tsx';
import { useCatalog, useCatalogRefresh, useDatasetPublications, useMapServers } from './use-map-servers.ts';

interface PublishSectionProps {
  metadata: DatasetMetadata;
  version: Version;
  latest: number;
  mayEdit: boolean;
}

/** The publications of a dataset on map servers, and publishing the shown version. Viewers see the addresses only. */
export function MapServerSection({ metadata, version, latest, mayEdit }: PublishSectionProps) {
  const publications = useDatasetPublications(metadata.name);
  useCatalogRefresh(publications.data);
  return (
    <section aria-label={t('mapServers.publications.title')}>
      <Loaded query={publications} rows={2}>
        {(list) => (
          <Stack gap="md">
            {list.length > 0 || mayEdit ? <h3>{t('mapServers.publications.title')}</h3> : null}
            {list.length > 0 ? (
              <PublicationList publications={list} mayEdit={mayEdit} latest={latest} />
            ) : null}
            {mayEdit && version.datasource_type === 'file' ? (
              <PublishForm
                metadata={metadata}
                version={version}
                onPublished={() => void publications.refetch()}
              />
            ) : null}
          </Stack>
        )}
      </Loaded>
    </section>
  );
}

interface FormProps extends Pick<PublishSectionProps, 'metadata' | 'version'> {
  onPublished: () => void;
}

function PublishForm(props: FormProps) {
  const servers = useMapServers();
  return (
    <Loaded query={servers} rows={2}>
      {(all) => {
        const enabled = all.filter((server) => server.enabled);
        if (enabled.length > 0) return <Fields {...props} servers={enabled} />;
        return (
          <p>
            {t('mapServers.publications.noServers')}{' '}
            <Anchor component={ServiceLink} href={`${mapServersHref()}?panel=new`} inherit>
              {t('mapServers.publications.addServer')}
            </Anchor>
          </p>
        );
      }}
    </Loaded>
  );
}

function Fields({ metadata, version, servers, onPublished }: FormProps & { servers: MapServer[] }) {
  const state = useSaveForm({
    initial: { server: String(servers[0]?.id ?? ''), workspace: '', store: '', layer: '', style: '' },
    validate: {
      server: (value) => (value ? null : t('mapServers.publications.serverMissing')),
      workspace: (value, { server }) =>
        value.trim() !== '' || servers.find(({ id }) => String(id) === server)?.default_workspace
          ? null
          : t('mapServers.publications.workspaceMissing'),
    },
    save: ({ server, workspace, store, layer, style }) =>
      vault.POST('/api/mapserver/publish', {
        body: {
          dataset_name: metadata.name,
          version: version.version,
          publish_to_mapserver: true,
          mapserver_connection_id: Number(server),
          mapserver_workspace: workspace.trim(),
          mapserver_store_name: store.trim(),
          mapserver_layer_name: layer.trim(),
          mapserver_style: style.trim(),
        },
      }),
    done: t('mapServers.publications.started'),
    onSaved: onPublished,
  });
  const { form } = state;
  const chosen = servers.find(({ id }) => String(id) === form.values.server);
  // A map server is asked only when the form is used.
  const [isUsed, setIsUsed] = useState(false);
  const { data: catalog } = useCatalog(chosen?.id ?? 0, isUsed && chosen !== undefined);
  const blank = chosen?.default_workspace
    ? { description: t('mapServers.publications.workspaceHint', { name: chosen.default_workspace }) }
    : { required: true };
  const styles = catalog?.styles.map(({ name }) => name) ?? [];
  return (
    <div onFocus={() => setIsUsed(true)}>
      <SaveForm state={state} save={t('mapServers.publications.publish')}>
        <Select
          label={t('mapServers.publications.server')}
          required
          allowDeselect={false}
          data={servers.map(({ id, name }) => ({ value: String(id), label: name }))}
          {...form.getInputProps('server')}
        />
        <Autocomplete
          label={t('mapServers.publications.workspace')}
          {...blank}
          data={catalog?.workspaces.map(({ name }) => name) ?? []}
          {...form.getInputProps('workspace')}
        />
        <TextInput
          label={t('mapServers.publications.layer')}
          description={t('mapServers.publications.blankLayer')}
          maxLength={100}
          autoComplete="off"
          {...form.getInputProps('layer')}
        />
        <TextInput
          label={t('mapServers.publications.store')}
          description={t('mapServers.publications.blankStore')}
          maxLength={100}
          autoComplete="off"
          {...form.getInputProps('store')}
        />
        <Autocomplete
          label={t('mapServers.publications.style')}
          description={t('mapServers.publications.styleHint')}
          data={[...new Set(styles)]}
          {...form.getInputProps('style')}
        />
      </SaveForm>
    </div>
  );
}
