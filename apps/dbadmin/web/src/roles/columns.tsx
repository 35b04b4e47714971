import { Badge } from '@mantine/core';
import { formatDay, formatNumber, RowLink, t, type Column } from '@cairn/ui';
import { roleHref } from '../addresses.ts';
import type { Role } from '../client.ts';
import type { RoleKind } from './use-roles.ts';
import text from '../layout/text.module.css';
import styles from './roles.module.css';

/** The columns of the lists of roles. */
export function roleColumns(kind: RoleKind, connectionId: number): Column<Role>[] {
  const login: Column<Role>[] = [
    {
      key: 'password',
      header: t('roles.password'),
      value: (row) => passwordLabel(row),
      from: 'md',
    },
    {
      key: 'until',
      header: t('roles.validUntil'),
      value: (row) => dateOf(row.valid_until),
      cell: (row) => <ValidUntil date={dateOf(row.valid_until)} />,
      from: 'lg',
    },
  ];
  return [
    {
      key: 'name',
      header: t('common.name'),
      value: (row) => row.name,
      search: (row) => [row.comment, ...row.member_of].join(' '),
      cell: (row) => (
        <span className={styles.name}>
          <span className={styles.marks}>
            <RowLink href={roleHref(kind, connectionId, row.name)}>{row.name}</RowLink>
            <RoleBadges role={row} />
          </span>
          {row.comment ? <span className={text.quiet}>{row.comment}</span> : null}
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

/** Badges for the attributes of a role: superuser, system role, and what it can create. */
export function RoleBadges({ role }: { role: Role }) {
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

const MAX_SHOWN = 3;

function Names({ names }: { names: string[] }) {
  if (names.length === 0) return <span aria-hidden>–</span>;
  const more = names.length - MAX_SHOWN;
  return (
    <span title={names.join(', ')}>
      {names.slice(0, MAX_SHOWN).join(', ')}
      {more > 0 ? ` ${t('common.more', { number: formatNumber(more) })}` : ''}
    </span>
  );
}

export function passwordLabel({ has_password: has }: Role): string {
  if (has === null || has === undefined) return t('roles.passwordUnknown');
  return t(has ? 'roles.passwordSet' : 'roles.passwordNone');
}

function ValidUntil({ date }: { date: Date | null }) {
  return <span>{date ? formatDay(date) : '–'}</span>;
}

/** A date, or null if the role never expires (`infinity` in PostgreSQL). */
function dateOf(text: string | null | undefined): Date | null {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? null : new Date(time);
}
