import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { SaveForm, t, useSaveForm } from '@cairn/ui';
import { datasetRoute } from '../addresses.ts';
import { PROJECT_ID, vault } from '../client.ts';
import { useImportName } from '../import/use-import-target.ts';
import { datasetsKey } from '../query-keys.ts';
import { FolderChoice } from '../upload/destination-fields.tsx';
import { connectionsKey, type NamedTable } from './use-connections.ts';
import styles from './connections.module.css';

interface RegisterFormProps {
  named: NamedTable;
  onCancel: () => void;
}

/** Makes the table a dataset; its rows stay in the database. */
export function RegisterForm({ named, onCancel }: RegisterFormProps) {
  const navigate = useNavigate();
  const nameProblem = useImportName();
  const [folder, setFolder] = useState<number | null>(null);
  const state = useSaveForm<{ name: string }, { dataset: string }>({
    initial: { name: named.table },
    validate: { name: (name) => nameProblem(name) },
    save: ({ name }) =>
      vault.POST('/api/datasets/register', {
        body: {
          name: name.trim(),
          connection_id: named.connection,
          schema_name: named.schema,
          table_name: named.table,
          ...(named.column ? { geometry_column: named.column } : {}),
          project_id: PROJECT_ID,
          folder_id: folder,
        },
      }),
    refresh: [datasetsKey, connectionsKey],
    onSaved: ({ dataset }) => void navigate(datasetRoute(dataset)),
  });
  return (
    <SaveForm state={state} save={t('connections.register')} onCancel={onCancel}>
      <p className={styles.note}>{t('connections.registerText')}</p>
      <TextInput
        label={t('connections.datasetName')}
        required
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        {...state.form.getInputProps('name')}
      />
      <FolderChoice id={folder} onChange={setFolder} />
    </SaveForm>
  );
}
