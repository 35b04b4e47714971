import { Button } from '@mantine/core';
import { IconMapPinOff } from '@tabler/icons-react';
import { portalPath } from '../boot/base-path.ts';
import { tui } from '../i18n.ts';
import { EmptyState } from './empty-state.tsx';
import { useDocumentTitle } from './page.tsx';

/** What an address shows that leads nowhere. */
export function NotFound() {
  useDocumentTitle(tui('state.notFoundTitle'));
  return (
    <EmptyState
      icon={<IconMapPinOff size={22} stroke={1.6} />}
      title={tui('state.notFoundTitle')}
      text={tui('state.notFoundText')}
      action={
        <Button component="a" variant="default" href={`${portalPath()}/`}>
          {tui('state.notFoundAction')}
        </Button>
      }
    />
  );
}
