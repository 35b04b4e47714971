import { Alert, Button } from '@mantine/core';
import { t } from '@cairn/ui';
import type { LinkState, Told } from './link.ts';

interface StateBarProps {
  state: LinkState;
  /** What the service said last that matters. */
  told: Told | null;
  onRetry: () => void;
}

/** How the connection is, when that is worth a word. */
export function StateBar({ state, told, onRetry }: StateBarProps) {
  const isOver = state === 'ended' || state === 'refused';
  if (state === 'open') return told?.warning ? <Alert color="yellow">{told.message}</Alert> : null;
  return (
    <Alert color={state === 'refused' ? 'red' : 'gray'} role={isOver ? 'alert' : 'status'}>
      {(isOver && told?.message) || t(`terminal.state.${state}`)}
      {isOver ? (
        <Button size="compact-sm" variant="default" ml="sm" onClick={onRetry}>
          {t('terminal.again')}
        </Button>
      ) : null}
    </Alert>
  );
}
