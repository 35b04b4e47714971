import { useState } from 'react';
import { ActionIcon, Badge, Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { IconBan, IconKey } from '@tabler/icons-react';
import { CopyOnce, formatDay, formatNumber, Loaded, RelativeTime, t } from '@cairn/ui';
import type { Publication, PublicationToken } from '../../client.ts';
import { useCreateToken, useRevokeToken, useTokens } from './use-publications.ts';
import styles from './publish.module.css';

const LIFETIMES = [30, 365, null] as const;

interface TokenListProps {
  publication: Publication;
  /** A token that was created here, shown once. */
  secret: string | null;
  onCreated: (secret: string) => void;
}

/** Tokens for maps outside the platform: create, and revoke. */
export function TokenList({ publication, secret, onCreated }: TokenListProps) {
  const tokens = useTokens(publication.id);
  return (
    <section aria-label={t('publish.tokens')}>
      <h4 className={styles.subheading}>{t('publish.tokens')}</h4>
      <p className={styles.lead}>{t('publish.tokensLead')}</p>
      <Stack gap="sm">
        {secret === null ? null : <CopyOnce value={secret} title={t('publish.tokenCreated')} />}
        <Loaded query={tokens} rows={1}>
          {(list) =>
            list.length === 0 ? null : (
              <ul className={styles.tokens}>
                {list.map((token) => (
                  <TokenRow key={token.id} token={token} publication={publication.id} />
                ))}
              </ul>
            )
          }
        </Loaded>
        <TokenForm publication={publication.id} onCreated={onCreated} />
      </Stack>
    </section>
  );
}

function TokenRow({ token, publication }: { token: PublicationToken; publication: string }) {
  const revoke = useRevokeToken(publication);
  return (
    <li className={styles.token}>
      <div className={styles.tokenWords}>
        <strong>{token.label}</strong> <span className={styles.quiet}>{token.prefix}…</span>{' '}
        {token.works ? null : <Badge color="gray">{t('publish.notWorking')}</Badge>}
        <div className={styles.quiet}>
          {token.last_used_at ? (
            <>
              {t('publish.lastUsed')} <RelativeTime value={token.last_used_at} />
            </>
          ) : (
            t('publish.neverUsed')
          )}
          {token.expires_at
            ? ` · ${t('publish.expires', { day: formatDay(new Date(token.expires_at)) })}`
            : ''}
        </div>
      </div>
      <ActionIcon
        variant="subtle"
        color="red"
        loading={revoke.isPending}
        aria-label={t('publish.revoke', { label: token.label })}
        title={t('publish.revoke', { label: token.label })}
        onClick={() => revoke.mutate(token)}
      >
        <IconBan size={16} />
      </ActionIcon>
    </li>
  );
}

function TokenForm({ publication, onCreated }: { publication: string; onCreated: (secret: string) => void }) {
  const [label, setLabel] = useState('');
  const [days, setDays] = useState('365');
  const create = useCreateToken(publication, (secret) => {
    setLabel('');
    onCreated(secret);
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (label.trim() !== '') create.mutate({ label, days: days === '' ? null : Number(days) });
      }}
    >
      <Group align="flex-end" gap="sm">
        <TextInput
          className={styles.grow}
          label={t('publish.tokenLabel')}
          placeholder={t('publish.tokenExample')}
          maxLength={100}
          required
          withAsterisk={false}
          value={label}
          onChange={(event) => setLabel(event.currentTarget.value)}
        />
        <NativeSelect
          label={t('publish.tokenLifetime')}
          value={days}
          data={LIFETIMES.map((each) => ({
            value: each === null ? '' : String(each),
            label:
              each === null
                ? t('publish.noExpiry')
                : t('publish.days', { count: each, number: formatNumber(each) }),
          }))}
          onChange={(event) => setDays(event.currentTarget.value)}
        />
        <Button
          type="submit"
          variant="default"
          loading={create.isPending}
          leftSection={<IconKey size={16} aria-hidden />}
        >
          {t('publish.createToken')}
        </Button>
      </Group>
    </form>
  );
}
