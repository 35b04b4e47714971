import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { tui } from '../i18n.ts';
import { EmptyState } from './empty-state.tsx';
import { NotFound } from './not-found.tsx';

/** Shown in place of a page that threw. */
export function Crashed() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  return (
    <div role="alert">
      <EmptyState
        icon={<IconAlertTriangle size={22} stroke={1.6} />}
        title={tui('state.crashedTitle')}
        text={tui('state.crashedText')}
        action={<Button onClick={() => window.location.reload()}>{tui('state.reload')}</Button>}
      />
    </div>
  );
}
