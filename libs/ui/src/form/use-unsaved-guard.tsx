import { Button, Group } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { useBlocker } from 'react-router';
import { tui } from '../i18n.ts';
import { LazyModal } from './lazy-dialogs.tsx';

/**
 * Asks before leaving a page (or an address of a side panel) with unsaved changes. With `page` only another page counts
 * as leaving: for forms that stay as they are while the rest of the address changes. Render what it returns.
 */
export function useUnsavedGuard(
  unsaved: boolean | (() => boolean),
  leaving: 'address' | 'page' = 'address',
): ReactNode {
  const isUnsaved = typeof unsaved === 'function' ? unsaved : () => unsaved;
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const samePage = currentLocation.pathname === nextLocation.pathname;
    const stays = samePage && (leaving === 'page' || currentLocation.search === nextLocation.search);
    return !stays && isUnsaved();
  });
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isUnsaved()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  });
  return (
    <LazyModal
      opened={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={tui('unsaved.title')}
      zIndex={400}
    >
      <p style={{ margin: 0 }}>{tui('unsaved.text')}</p>
      <Group justify="flex-end" mt="lg" gap={8}>
        <Button color="red" variant="light" onClick={() => blocker.proceed?.()}>
          {tui('unsaved.leave')}
        </Button>
        <Button data-autofocus onClick={() => blocker.reset?.()}>
          {tui('unsaved.stay')}
        </Button>
      </Group>
    </LazyModal>
  );
}
