import { Badge } from '@mantine/core';
import { Facts, Panel, ServiceLink, t } from '@cairn/ui';
import { roleHref } from '../addresses.ts';
import type { Connection, Role } from '../client.ts';
import text from '../layout/text.module.css';
import styles from './roles.module.css';

/** The groups of a role, and its other attributes. */
export function MemberOf({ server, role }: { server: Connection; role: Role }) {
  return (
    <Panel
      title={t('roles.memberOf')}
      lead={t(role.inherits === false ? 'roles.inheritsNot' : 'roles.inherits')}
    >
      {role.member_of.length === 0 ? <p className={text.quiet}>{t('roles.noGroups')}</p> : null}
      <ul className={styles.members}>
        {role.member_of.map((name) => (
          <li key={name}>
            <ServiceLink href={roleHref('groups', server.id, name)}>{name}</ServiceLink>
          </li>
        ))}
      </ul>
      <div className={styles.more}>
        <Facts
          grid
          entries={[
            [t('roles.createsDatabases'), yesNo(role.can_create_database)],
            [t('roles.createsRoles'), yesNo(role.can_create_role)],
            [t('roles.limit'), formatLimit(role.connection_limit)],
          ]}
        />
      </div>
    </Panel>
  );
}

function yesNo(value: boolean | undefined) {
  if (value === undefined) return null;
  return <Badge color={value ? 'blue' : 'gray'}>{t(value ? 'roles.yes' : 'roles.no')}</Badge>;
}

function formatLimit(limit: number | null | undefined): string {
  return limit === null || limit === undefined || limit < 0 ? t('roles.noLimit') : String(limit);
}
