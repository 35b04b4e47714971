import { useState } from 'react';
import { Button, Stack } from '@mantine/core';
import { CopyOnce, SidePanel, t } from '@cairn/ui';
import { CreateTokenForm } from './create-token-form.tsx';

interface Props {
  opened: boolean;
  onClose: () => void;
}

interface Created {
  name: string;
  secret: string;
}

/** Creates a token and shows its secret once. */
export function CreateTokenPanel({ opened, onClose }: Props) {
  const [created, setCreated] = useState<Created | null>(null);
  function close() {
    setCreated(null);
    onClose();
  }
  return (
    <SidePanel opened={opened} title={t('account.tokens.create')} onClose={close}>
      {created ? (
        <Stack>
          <CopyOnce value={created.secret} title={t('account.tokens.ready', { name: created.name })} />
          <p style={{ color: 'var(--cairn-muted)', margin: 0 }}>{t('account.tokens.howTo')}</p>
          <Button variant="default" onClick={close}>
            {t('account.tokens.close')}
          </Button>
        </Stack>
      ) : (
        <CreateTokenForm onCreated={setCreated} onCancel={close} />
      )}
    </SidePanel>
  );
}
