import { useMemo, useState } from 'react';
import { Badge, Switch } from '@mantine/core';
import { IconBan, IconKey } from '@tabler/icons-react';
import {
  ConfirmDanger,
  DataTable,
  EmptyState,
  formatNumber,
  MenuItem,
  RelativeTime,
  RowMenu,
  t,
  useUrlState,
  type Column,
} from '@cairn/ui';
import type { EmbedToken } from './types.ts';
import { useRevoke, useTokens, type Reach } from './use-tokens.ts';

interface Doomed {
  token: EmbedToken;
  reach: Reach;
}

/** The tokens that there are, and their revocation. */
export function TokenTable() {
  const [state, setState] = useUrlState('state', 'active');
  const tokens = useTokens(state === 'all' ? 'all' : 'active');
  const [doomed, setDoomed] = useState<Doomed | null>(null);
  const revoke = useRevoke();
  const columns = useMemo(() => tokenColumns(), []);
  return (
    <>
      <DataTable
        label={t('embedding.tokens')}
        rows={tokens.data?.tokens}
        columns={columns}
        rowKey={({ token_id: id }) => id}
        rowName={nameOf}
        source={tokens}
        searchPlaceholder={t('embedding.search')}
        defaultSort={{ key: 'created', descending: true }}
        filters={
          <Switch
            label={t('embedding.withEnded')}
            checked={state === 'all'}
            onChange={(event) => setState(event.currentTarget.checked ? 'all' : 'active')}
          />
        }
        actions={(token) => <TokenMenu token={token} onRevoke={(reach) => setDoomed({ token, reach })} />}
        empty={
          <EmptyState
            boxed
            icon={<IconKey size={22} stroke={1.6} />}
            title={t('embedding.noTokens')}
            text={t('embedding.noTokensText')}
          />
        }
      />
      <ConfirmDanger
        opened={doomed !== null}
        title={t('embedding.revokeTitle')}
        action={t('embedding.revoke')}
        onClose={() => setDoomed(null)}
        onConfirm={() => {
          if (doomed) void revoke(doomed.token, doomed.reach);
          setDoomed(null);
        }}
      >
        {doomed
          ? t(`embedding.revokeText.${doomed.reach}`, {
              name: nameOf(doomed.token),
              creator: doomed.token.creator,
            })
          : ''}
      </ConfirmDanger>
    </>
  );
}

function TokenMenu({ token, onRevoke }: { token: EmbedToken; onRevoke: (reach: Reach) => void }) {
  const name = nameOf(token);
  return (
    <RowMenu label={t('embedding.menu', { name, number: token.token_id })}>
      {token.state === 'active' ? (
        <MenuItem icon={IconBan} color="red" onClick={() => onRevoke('one')}>
          {t('embedding.revokes.one')}
        </MenuItem>
      ) : null}
      <MenuItem icon={IconBan} color="red" onClick={() => onRevoke('resource')}>
        {t('embedding.revokes.resource', { name })}
      </MenuItem>
      <MenuItem icon={IconBan} color="red" onClick={() => onRevoke('creator')}>
        {t('embedding.revokes.creator', { creator: token.creator })}
      </MenuItem>
    </RowMenu>
  );
}

const COLORS = { active: 'pine', expired: 'gray', revoked: 'red' } as const;

function tokenColumns(): Column<EmbedToken>[] {
  return [
    {
      key: 'name',
      header: t('embedding.columns.content'),
      value: nameOf,
      search: ({ creator, origins }) => `${creator} ${origins.join(' ')}`,
      cell: (token) => (
        <div>
          {nameOf(token)}
          <div style={{ fontSize: 12, color: 'var(--cairn-muted)' }}>
            {t(`embedding.types.${token.type}`)}
          </div>
        </div>
      ),
      always: true,
    },
    {
      key: 'state',
      header: t('embedding.columns.state'),
      value: ({ state }) => t(`embedding.states.${state}`),
      cell: ({ state }) => (
        <Badge variant="light" color={COLORS[state]}>
          {t(`embedding.states.${state}`)}
        </Badge>
      ),
    },
    { key: 'creator', header: t('embedding.columns.creator'), value: ({ creator }) => creator, from: 'md' },
    {
      key: 'origins',
      header: t('embedding.columns.origins'),
      value: ({ origins }) => origins.join(', ') || t('embedding.defaultOrigins'),
      from: 'lg',
    },
    {
      key: 'uses',
      header: t('embedding.columns.uses'),
      value: ({ uses }) => uses,
      cell: ({ uses }) => formatNumber(uses),
      from: 'sm',
    },
    {
      key: 'used',
      header: t('embedding.columns.used'),
      value: ({ last_used_at: used }) => used ?? '',
      cell: ({ last_used_at: used }) => (used ? <RelativeTime value={used} /> : t('embedding.never')),
      from: 'lg',
    },
    {
      key: 'created',
      header: t('embedding.columns.created'),
      value: ({ created_at: created }) => created,
      cell: ({ created_at: created }) => <RelativeTime value={created} />,
      from: 'md',
    },
    {
      key: 'expires',
      header: t('embedding.columns.expires'),
      value: ({ expires_at: expires }) => expires,
      cell: ({ expires_at: expires }) => <RelativeTime value={expires} />,
      from: 'sm',
    },
  ];
}

function nameOf({ owner, id }: EmbedToken): string {
  return owner === null ? id : `${owner}/${id}`;
}
