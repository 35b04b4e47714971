import { Badge, Group } from '@mantine/core';
import { Facts, Panel, t, type Me } from '@cairn/ui';

interface Props {
  user: NonNullable<Me['user']>;
  admin: boolean;
}

export function ProfileSection({ user, admin }: Props) {
  return (
    <Panel title={t('account.profile.title')} lead={t('account.profile.lead')}>
      <Facts
        entries={[
          [
            t('account.profile.username'),
            <>
              {user.username} {admin && <Badge>{t('account.profile.admin')}</Badge>}
            </>,
          ],
          [t('account.profile.email'), user.email || t('account.profile.noEmail')],
          [
            t('account.profile.groups'),
            user.groups.length === 0 ? t('account.profile.noGroups') : <Groups names={user.groups} />,
          ],
        ]}
      />
    </Panel>
  );
}

function Groups({ names }: { names: string[] }) {
  return (
    <Group gap={6}>
      {names.map((name) => (
        <Badge key={name} color="gray">
          {name}
        </Badge>
      ))}
    </Group>
  );
}
