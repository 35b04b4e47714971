import { Badge, Group } from '@mantine/core';
import { Panel, t, type Me } from '@cairn/ui';
import classes from './account.module.css';

interface Props {
  user: NonNullable<Me['user']>;
  admin: boolean;
}

/** Who the platform takes the person for. */
export function ProfileSection({ user, admin }: Props) {
  return (
    <Panel title={t('account.profile.title')} lead={t('account.profile.lead')}>
      <dl className={classes.facts}>
        <dt>{t('account.profile.username')}</dt>
        <dd>
          {user.username} {admin && <Badge>{t('account.profile.admin')}</Badge>}
        </dd>
        <dt>{t('account.profile.email')}</dt>
        <dd>{user.email || t('account.profile.noEmail')}</dd>
        <dt>{t('account.profile.groups')}</dt>
        <dd>
          {user.groups.length === 0 && t('account.profile.noGroups')}
          <Group gap={6}>
            {user.groups.map((group) => (
              <Badge key={group} color="gray">
                {group}
              </Badge>
            ))}
          </Group>
        </dd>
      </dl>
    </Panel>
  );
}
