import { SaveForm, formatBytes, t, useSaveForm } from '@cairn/ui';
import { dbadmin, type Database } from '../client.ts';
import { jobChangeKeys } from '../query-keys.ts';
import { DatabaseNameField, PurposeField } from './database-fields.tsx';
import { databaseNameProblem } from './identifier-check.ts';

/** Clones a database on its server. */
export function CloneForm({ source, onDone }: { source: Database; onDone: () => void }) {
  const state = useSaveForm({
    initial: { name: `${source.name}_copy`, purpose: source.purpose },
    validate: { name: databaseNameProblem },
    save: ({ name, purpose }) =>
      dbadmin.POST('/api/databases/{id}/clone', {
        params: { path: { id: source.id } },
        body: { name: name.trim(), purpose: purpose.trim() },
      }),
    refresh: jobChangeKeys,
    onSaved: onDone,
  });
  return (
    <SaveForm state={state} save={t('clone.save')} onCancel={onDone}>
      <p style={{ margin: 0 }}>
        {t('clone.text', { server: source.connection_name, size: formatBytes(source.size_bytes ?? 0) })}
      </p>
      <DatabaseNameField data-autofocus {...state.form.getInputProps('name')} />
      <PurposeField {...state.form.getInputProps('purpose')} />
    </SaveForm>
  );
}
