import { Alert, Select, TextInput } from '@mantine/core';
import { createDbadminClient } from '@cairn/contracts/client';
import { EmptyState, LoadingRows, portalPath, SaveForm, sentenceOf, t, useApi, useSaveForm } from '@cairn/ui';
import { reportServer, type RegisteredDatasource } from '../client.ts';
import { REFRESHED } from './use-datasources.ts';

interface AdoptFormProps {
  onAdopted: (key: string) => void;
  onCancel: () => void;
}

/** Registers a database of database administration, which makes a login for it that may only read. */
export function AdoptForm(props: AdoptFormProps) {
  const databases = useKnownDatabases();
  if (databases.error)
    return (
      <Alert color="red" role="alert" title={t('datasources.adoptFailed')}>
        {sentenceOf(databases.error)}
      </Alert>
    );
  if (!databases.data) return <LoadingRows />;
  const options = databases.data
    .filter(({ state }) => state === 'ready')
    .map(({ id, connection_id: server, connection_name: serverName, name }) => ({
      value: `${server}/${id}`,
      label: t('datasources.on', { database: name, server: serverName }),
    }));
  if (options.length === 0)
    return <EmptyState title={t('datasources.nothingToAdopt')} text={t('datasources.nothingToAdoptText')} />;
  return <Choice {...props} options={options} />;
}

function useKnownDatabases() {
  return useApi(['dbadmin-databases'], (signal) =>
    createDbadminClient({ baseUrl: `${portalPath()}/dbadmin` }).GET('/api/databases', { signal }),
  );
}

interface Values extends Record<string, unknown> {
  database: string;
  title: string;
}

function Choice({
  options,
  onAdopted,
  onCancel,
}: AdoptFormProps & { options: { value: string; label: string }[] }) {
  const state = useSaveForm<Values, RegisteredDatasource>({
    initial: { database: '', title: '' },
    validate: { database: (value) => (value ? null : t('datasources.databaseMissing')) },
    save: ({ database, title }) => {
      const [server, id] = database.split('/').map(Number) as [number, number];
      return reportServer.POST('/api/v1/datasources/adopt', {
        body: {
          connection_id: server,
          database_id: id,
          ...(title.trim() === '' ? {} : { title: title.trim() }),
        },
      });
    },
    refresh: REFRESHED,
    done: (saved) => t('datasources.saved', { title: saved.title }),
    onSaved: (saved) => onAdopted(saved.key),
  });
  return (
    <SaveForm state={state} save={t('datasources.adoptAction')} onCancel={onCancel}>
      <p style={{ margin: 0 }}>{t('datasources.adoptText')}</p>
      <Select
        label={t('datasources.database')}
        data={options}
        searchable={options.length > 10}
        required
        data-autofocus
        openOnFocus={false}
        {...state.form.getInputProps('database')}
      />
      <TextInput
        label={t('datasources.name')}
        description={t('datasources.adoptNameHint')}
        {...state.form.getInputProps('title')}
      />
    </SaveForm>
  );
}
