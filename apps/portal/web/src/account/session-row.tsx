import { Badge, Button } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { RelativeTime, t } from '@cairn/ui';
import type { Session } from '../client.ts';
import classes from './account.module.css';
import { deviceOf } from './device-of.ts';

interface Props {
  session: Session;
  busy: boolean;
  onEnd: () => void;
}

export function SessionRow({ session, busy, onEnd }: Props) {
  const { browser, system, mobile } = deviceOf(session.user_agent);
  const Icon = mobile ? IconDeviceMobile : IconDeviceDesktop;
  const name = [browser, system].filter(Boolean).join(', ') || t('account.sessions.unknown');
  return (
    <li className={classes.row}>
      <Icon className={classes.icon} size={18} stroke={1.6} aria-hidden />
      <div className={classes.words} title={session.user_agent}>
        <div className={classes.name}>
          {name}
          {session.current && <Badge color="green">{t('account.sessions.current')}</Badge>}
        </div>
        <div className={classes.meta}>
          {session.ip && `${session.ip} · `}
          {t('account.sessions.since')} <RelativeTime value={session.created_at} /> ·{' '}
          {t('account.sessions.seen')} <RelativeTime value={session.last_seen_at} />
        </div>
      </div>
      {!session.current && (
        <Button
          variant="default"
          size="xs"
          loading={busy}
          onClick={onEnd}
          aria-label={t('account.sessions.endNamed', { name })}
        >
          {t('account.sessions.end')}
        </Button>
      )}
    </li>
  );
}
