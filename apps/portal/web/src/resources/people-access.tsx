import { Button } from '@mantine/core';
import { IconShare } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ShareDialog, t, tui } from '@cairn/ui';
import type { PermissionMatrix } from '../client.ts';
import { accessOverviewKey, permissionsKey } from '../query-keys.ts';

/** Users with a permission of their own, which the matrix of groups does not show. */
export function PeopleAccess({ matrix }: { matrix: PermissionMatrix }) {
  const [isSharing, setSharing] = useState(false);
  const queries = useQueryClient();
  const { resource, people = [] } = matrix;
  return (
    <section>
      <h3 style={{ fontSize: 14, margin: '0 0 8px' }}>{t('resources.people')}</h3>
      {people.length === 0 ? (
        <p style={{ color: 'var(--cairn-muted)', fontSize: 13, margin: '0 0 8px' }}>
          {t('resources.noPeople')}
        </p>
      ) : (
        <ul style={{ margin: '0 0 12px', overflowWrap: 'anywhere', paddingInlineStart: 18 }}>
          {people.map(({ user_id, username, permission }) => (
            <li key={user_id}>
              {t('resources.person', { name: username, level: t(`permissions.level_${permission}`) })}
            </li>
          ))}
        </ul>
      )}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconShare size={14} aria-hidden />}
        onClick={() => setSharing(true)}
      >
        {tui('sharing.action')}
      </Button>
      <ShareDialog
        resource={{ type: resource.resource_type, key: resource.resource_key }}
        name={resource.display_name}
        opened={isSharing}
        onClose={() => setSharing(false)}
        onSaved={() => {
          for (const queryKey of [accessOverviewKey, permissionsKey])
            void queries.invalidateQueries({ queryKey });
        }}
      />
    </section>
  );
}
