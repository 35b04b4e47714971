import { Button, Stack, TextInput } from '@mantine/core';
import { FormActions, t, useSaveForm } from '@cairn/ui';
import { dbadmin, type Connection } from '../client.ts';
import { connectionsKey, rulesKey } from '../query-keys.ts';
import styles from './rules.module.css';

/** Where the server's file is, as it says itself; only that path is taken. */
export function FilePath({ server, ownPath }: { server: Connection; ownPath: string | null }) {
  const { form, bind, saving, problem, guard } = useSaveForm({
    initial: { hba_file_path: server.hba_file_path ?? '' },
    save: ({ hba_file_path: path }) =>
      dbadmin.PUT('/api/connections/{id}/hba-path', {
        params: { path: { id: server.id } },
        body: { hba_file_path: path.trim() },
      }),
    refresh: [connectionsKey, rulesKey(server.id)],
    done: t('filePath.saved'),
  });
  return (
    <details open={server.hba_file_path === null} className={styles.path}>
      <summary>{t('filePath.title')}</summary>
      <form {...bind}>
        <Stack gap="sm" mt="sm">
          <TextInput
            label={t('filePath.label')}
            description={t('filePath.hint')}
            placeholder="/var/lib/postgresql/15/main/pg_hba.conf"
            spellCheck={false}
            autoComplete="off"
            {...form.getInputProps('hba_file_path')}
          />
          {ownPath !== null && ownPath !== form.values.hba_file_path ? (
            <Button
              size="compact-sm"
              variant="default"
              className={styles.ownPath}
              onClick={() => form.setFieldValue('hba_file_path', ownPath)}
            >
              {t('filePath.take', { path: ownPath })}
            </Button>
          ) : null}
          <FormActions
            save={t('connections.save')}
            saving={saving}
            problem={problem}
            disabled={!form.isDirty()}
          />
        </Stack>
        {guard}
      </form>
    </details>
  );
}
