import { Button, TextInput } from '@mantine/core';
import { SaveForm, t, useSaveForm } from '@cairn/ui';
import { dbadmin, type Connection } from '../client.ts';
import { connectionsKey, rulesKey } from '../query-keys.ts';
import styles from './rules.module.css';

interface HbaPathFormProps {
  server: Connection;
  /** The path that the server reports; the service accepts no other. */
  reportedPath: string | null;
}

/** The location of the server's pg_hba.conf. */
export function HbaPathForm({ server, reportedPath }: HbaPathFormProps) {
  const state = useSaveForm({
    initial: { hba_file_path: server.hba_file_path ?? '' },
    save: ({ hba_file_path: path }) =>
      dbadmin.PUT('/api/connections/{id}/hba-path', {
        params: { path: { id: server.id } },
        body: { hba_file_path: path.trim() },
      }),
    refresh: [connectionsKey, rulesKey(server.id)],
    done: t('hbaPath.saved'),
  });
  const { form } = state;
  return (
    <details open={server.hba_file_path === null} className={styles.path}>
      <summary>{t('server.hbaFile')}</summary>
      <SaveForm state={state} save={t('common.save')} disabled={!form.isDirty()}>
        <TextInput
          label={t('hbaPath.label')}
          description={t('hbaPath.hint')}
          placeholder="/var/lib/postgresql/15/main/pg_hba.conf"
          spellCheck={false}
          autoComplete="off"
          {...form.getInputProps('hba_file_path')}
        />
        {reportedPath !== null && reportedPath !== form.values.hba_file_path ? (
          <Button
            size="compact-sm"
            variant="default"
            className={styles.reportedPath}
            onClick={() => form.setFieldValue('hba_file_path', reportedPath)}
          >
            {t('hbaPath.useReported', { path: reportedPath })}
          </Button>
        ) : null}
      </SaveForm>
    </details>
  );
}
