import { Badge } from '@mantine/core';
import { formatDay, formatNumber, RowLink, t, type Column } from '@cairn/ui';
import { pageHref, type Role } from '../client.ts';
import type { RoleKind } from './use-roles.ts';
import styles from './roles.module.css';

export function roleHref(kind: RoleKind, connectionId: number, name: string): string {
  return pageHref(`/${kind}/detail`, { connection_id: connectionId, name });
}

/** The columns of the lists of roles. */
export function roleColumns(kind: RoleKind, connectionId: number): Column<Role>[] {
  const login: Column<Role>[] = [
    {
      key: 'password',
      header: t('roles.password'),
      value: (row) => t(passwordWords(row)),
      from: 'md',
    },
    {
      key: 'until',
      header: t('roles.validUntil'),
      value: (row) => dateOf(row.valid_until),
      cell: (row) => <span>{dateOf(row.valid_until) ? formatDay(dateOf(row.valid_until)!) : '–'}</span>,
      from: 'lg',
    },
  ];
  return [
    {
      key: 'name',
      header: t('roles.name'),
      value: (row) => row.name,
      search: (row) => [row.comment, ...row.member_of].join(' '),
      cell: (row) => (
        <span className={styles.name}>
          <span className={styles.marks}>
            <RowLink href={roleHref(kind, connectionId, row.name)}>{row.name}</RowLink>
            <RoleMarks role={row} />
          </span>
          {row.comment ? <span className={styles.quiet}>{row.comment}</span> : null}
        </span>
      ),
      always: true,
    },
    {
      key: 'groups',
      header: t('roles.memberOf'),
      value: (row) => row.member_of.join(', '),
      cell: (row) => <Names names={row.member_of} />,
      from: 'sm',
    },
    {
      key: 'members',
      header: t('roles.members'),
      value: (row) => row.members.length,
      cell: (row) => <span className="numeric">{formatNumber(row.members.length)}</span>,
      align: 'right',
      from: kind === 'groups' ? 'sm' : 'lg',
    },
    ...(kind === 'users' ? login : []),
  ];
}

/** What sets a role apart: superuser, reserved, and what it may create. */
export function RoleMarks({ role }: { role: Role }) {
  return (
    <>
      {role.is_superuser ? (
        <Badge size="xs" color="orange">
          {t('roles.superuser')}
        </Badge>
      ) : null}
      {role.reserved ? (
        <Badge size="xs" color="gray" title={t('roles.reservedHint')}>
          {t('roles.reserved')}
        </Badge>
      ) : null}
      {role.can_create_database && !role.is_superuser ? (
        <Badge size="xs" color="blue">
          {t('roles.createsDatabases')}
        </Badge>
      ) : null}
      {role.can_create_role && !role.is_superuser ? (
        <Badge size="xs" color="blue">
          {t('roles.createsRoles')}
        </Badge>
      ) : null}
    </>
  );
}

const SHOWN = 3;

function Names({ names }: { names: string[] }) {
  if (names.length === 0) return <span aria-hidden>–</span>;
  const more = names.length - SHOWN;
  return (
    <span title={names.join(', ')}>
      {names.slice(0, SHOWN).join(', ')}
      {more > 0 ? ` ${t('roles.more', { number: formatNumber(more) })}` : ''}
    </span>
  );
}

export function passwordWords({ has_password: has }: Role): string {
  if (has === null || has === undefined) return 'roles.passwordUnknown';
  return has ? 'roles.passwordSet' : 'roles.passwordNone';
}

/** A date, or null where a role never expires (the server says `infinity`). */
function dateOf(text: string | null | undefined): Date | null {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? null : new Date(time);
}
