import { Button } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import {
  ConfirmDanger,
  EmptyState,
  ErrorState,
  LoadingRows,
  Panel,
  t,
  useApi,
  useChange,
  useUrlState,
} from '@cairn/ui';
import { portal, type Token } from '../client.ts';
import { tokensKey } from '../query-keys.ts';
import classes from './account.module.css';
import { CreateTokenPanel } from './create-token-panel.tsx';
import { TokenRow } from './token-row.tsx';

export function TokensSection() {
  const { data, error, isPending, refetch } = useApi(tokensKey, (signal) =>
    portal.GET('/api/me/tokens', { signal }),
  );
  const [panel, setPanel] = useUrlState('panel');
  const [revoking, setRevoking] = useState<Token | null>(null);
  const revoke = useChange(
    (id: number) => portal.DELETE('/api/me/tokens/{id}', { params: { path: { id } } }),
    {
      refresh: [tokensKey],
      done: t('account.tokens.revoked', { name: revoking?.name }),
      onDone: () => setRevoking(null),
    },
  );
  const create = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setPanel('token')}>
      {t('account.tokens.create')}
    </Button>
  );
  return (
    <Panel title={t('account.tokens.title')} lead={t('account.tokens.lead')} action={create} flush>
      {isPending && (
        <Padded>
          <LoadingRows rows={3} />
        </Padded>
      )}
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {data?.tokens.length === 0 && (
        <EmptyState
          icon={<IconKey size={22} stroke={1.6} />}
          title={t('account.tokens.emptyTitle')}
          text={t('account.tokens.emptyText')}
        />
      )}
      <ul className={classes.rows}>
        {data?.tokens.map((token) => (
          <TokenRow key={token.id} token={token} onRevoke={() => setRevoking(token)} />
        ))}
      </ul>
      <CreateTokenPanel opened={panel === 'token'} onClose={() => setPanel('')} />
      <ConfirmDanger
        opened={revoking !== null}
        title={t('account.tokens.revokeTitle', { name: revoking?.name })}
        action={t('account.tokens.revokeAction')}
        busy={revoke.isPending}
        onClose={() => setRevoking(null)}
        onConfirm={() => revoking && revoke.mutate(revoking.id)}
      >
        {t('account.tokens.revokeText')}
      </ConfirmDanger>
    </Panel>
  );
}

function Padded({ children }: { children: React.ReactNode }) {
  return <div className={classes.pad}>{children}</div>;
}
