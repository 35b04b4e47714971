import { Badge } from '@mantine/core';
import { IconLock, IconUsers, IconWorld } from '@tabler/icons-react';
import { tui } from '../i18n.ts';

type SharingState = 'private' | 'shared' | 'public';

const KINDS = {
  private: { icon: IconLock, color: 'gray' },
  shared: { icon: IconUsers, color: 'blue' },
  public: { icon: IconWorld, color: 'pine' },
} as const;

/** Badge: private, shared or public. */
export function SharingBadge({ state, size }: { state: SharingState; size?: 'xs' }) {
  const { icon: Icon, color } = KINDS[state];
  return (
    <Badge
      color={color}
      {...(size ? { size } : {})}
      leftSection={<Icon size={size ? 10 : 12} aria-hidden />}
      title={tui(`sharing.hint.${state}`)}
    >
      {tui(`sharing.state.${state}`)}
    </Badge>
  );
}
