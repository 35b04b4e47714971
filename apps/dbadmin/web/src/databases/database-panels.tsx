import { SidePanel, t } from '@cairn/ui';
import type { Database } from '../client.ts';
import { CloneForm } from './clone-form.tsx';
import { CreateForm } from './create-form.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { RegisterForm } from './register-form.tsx';

interface DatabasePanelsProps {
  /** `create`, `register`, `clone:12` or `delete:12`. */
  panel: string;
  onPanel: (panel: string) => void;
  databases: Database[];
}

/** The forms beside the list of databases, each at an address of its own. */
export function DatabasePanels({ panel, onPanel, databases }: DatabasePanelsProps) {
  const close = () => onPanel('');
  const [kind, id] = panel.split(':');
  const database = databases.find((row) => String(row.id) === id) ?? null;
  const source = kind === 'clone' ? database : null;
  return (
    <>
      <SidePanel opened={kind === 'create'} title={t('databases.create')} onClose={close}>
        {kind === 'create' ? <CreateForm onDone={close} /> : null}
      </SidePanel>
      <SidePanel opened={kind === 'register'} title={t('databases.register')} onClose={close}>
        {kind === 'register' ? <RegisterForm onDone={close} /> : null}
      </SidePanel>
      <SidePanel opened={source !== null} title={t('clone.title', { name: source?.name })} onClose={close}>
        {source ? <CloneForm key={source.id} source={source} onDone={close} /> : null}
      </SidePanel>
      <DeleteDialog database={kind === 'delete' ? database : null} onClose={close} />
    </>
  );
}
