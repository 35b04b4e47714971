import { Badge, Button, Code } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { formatDay, RelativeTime, t } from '@cairn/ui';
import type { Token } from '../client.ts';
import classes from './account.module.css';

interface Props {
  token: Token;
  onRevoke: () => void;
}

export function TokenRow({ token, onRevoke }: Props) {
  return (
    <li className={classes.row}>
      <IconKey className={classes.icon} size={18} stroke={1.6} aria-hidden />
      <div className={classes.words}>
        <div className={classes.name}>
          {token.name}
          <Code fw={400}>{token.token_prefix}…</Code>
          {!token.active && <Badge color="red">{t('account.tokens.expired')}</Badge>}
        </div>
        <div className={classes.meta}>
          {t('account.tokens.created')} <RelativeTime value={token.created_at} /> ·{' '}
          {token.last_used_at ? (
            <>
              {t('account.tokens.used')} <RelativeTime value={token.last_used_at} />
            </>
          ) : (
            t('account.tokens.neverUsed')
          )}{' '}
          ·{' '}
          {token.expires_at ? (
            <>
              {t(token.active ? 'account.tokens.expires' : 'account.tokens.expiredAt')}{' '}
              {formatDay(new Date(token.expires_at))}
            </>
          ) : (
            t('account.tokens.neverExpires')
          )}
        </div>
      </div>
      <Button
        variant="default"
        size="xs"
        onClick={onRevoke}
        aria-label={t('account.tokens.revokeNamed', { name: token.name })}
      >
        {t('account.tokens.revoke')}
      </Button>
    </li>
  );
}
