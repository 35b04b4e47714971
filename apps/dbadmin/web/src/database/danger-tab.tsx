import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Panel, SidePanel, t, useChange } from '@cairn/ui';
import { dbadmin } from '../client.ts';
import { CloneForm } from '../databases/clone-form.tsx';
import { DeleteDialog } from '../databases/delete-dialog.tsx';
import { databasesKey } from '../query-keys.ts';
import type { TabProps } from './database-page.tsx';
import styles from './database.module.css';

/** What takes a database away, apart from everything else. */
export function DangerTab({ database }: TabProps) {
  const [open, setOpen] = useState<'delete' | 'clone' | null>(null);
  const navigate = useNavigate();
  const forget = useChange(
    (id: number) => dbadmin.DELETE('/api/databases/{id}/registration', { params: { path: { id } } }),
    {
      done: t('delete.forgotten', { name: database.name }),
      refresh: [databasesKey],
      onDone: () => void navigate('/databases'),
    },
  );
  const close = () => setOpen(null);
  return (
    <Panel title={t('database.tabs.danger')} lead={t('danger.lead')}>
      <div className={styles.danger}>
        <p>{t('danger.clone')}</p>
        <Button variant="default" onClick={() => setOpen('clone')}>
          {t('clone.save')}
        </Button>
      </div>
      <div className={styles.danger}>
        <p>{t('danger.forget')}</p>
        <Button variant="default" loading={forget.isPending} onClick={() => forget.mutate(database.id)}>
          {t('delete.forget')}
        </Button>
      </div>
      <div className={styles.danger}>
        <p>{t('danger.delete')}</p>
        <Button color="red" variant="light" onClick={() => setOpen('delete')}>
          {t('databases.delete')}
        </Button>
      </div>
      <SidePanel opened={open === 'clone'} title={t('clone.title', { name: database.name })} onClose={close}>
        <CloneForm source={database} onDone={close} />
      </SidePanel>
      <DeleteDialog database={open === 'delete' ? database : null} onClose={close} />
    </Panel>
  );
}
