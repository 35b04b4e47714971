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

/** What is done beside the list of databases, each at an address of its own. */
export function DatabasePanels({ panel, onPanel, databases }: DatabasePanelsProps) {
  const close = () => onPanel('');
  const [kind, id] = panel.split(':');
  const subject = databases.find((row) => String(row.id) === id) ?? null;
  return (
    <>
      <SidePanel opened={kind === 'create'} title={t('create.title')} onClose={close}>
        {kind === 'create' ? <CreateForm onDone={close} /> : null}
      </SidePanel>
      <SidePanel opened={kind === 'register'} title={t('register.title')} onClose={close}>
        {kind === 'register' ? <RegisterForm onDone={close} /> : null}
      </SidePanel>
      <SidePanel
        opened={kind === 'clone' && subject !== null}
        title={t('clone.title', { name: subject?.name })}
        onClose={close}
      >
        {kind === 'clone' && subject ? <CloneForm key={subject.id} source={subject} onDone={close} /> : null}
      </SidePanel>
      <DeleteDialog database={kind === 'delete' ? subject : null} onClose={close} />
    </>
  );
}
