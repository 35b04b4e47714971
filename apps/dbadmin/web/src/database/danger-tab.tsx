import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Panel, SidePanel, t } from '@cairn/ui';
import { CloneForm } from '../databases/clone-form.tsx';
import { DeleteDialog, useUnregisterDatabase } from '../databases/delete-dialog.tsx';
import type { DatabaseTabProps } from './types.ts';
import styles from './database.module.css';

/** Cloning, unregistering and deleting a database. */
export function DangerTab({ database }: DatabaseTabProps) {
  const [open, setOpen] = useState<'delete' | 'clone' | null>(null);
  const navigate = useNavigate();
  const unregister = useUnregisterDatabase(() => void navigate('/databases'));
  const close = () => setOpen(null);
  return (
    <Panel title={t('database.tabs.danger')} lead={t('danger.lead')}>
      <div className={styles.danger}>
        <p>{t('danger.clone')}</p>
        <Button variant="default" onClick={() => setOpen('clone')}>
          {t('databases.clone')}
        </Button>
      </div>
      <div className={styles.danger}>
        <p>{t('danger.unregister')}</p>
        <Button variant="default" loading={unregister.isPending} onClick={() => unregister.mutate(database)}>
          {t('delete.unregister')}
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
