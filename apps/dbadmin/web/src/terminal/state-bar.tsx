import { Alert, Button, Group } from '@mantine/core';
import { t } from '@cairn/ui';
import type { ServerMessage, SocketState } from './terminal-socket.ts';

interface StateBarProps {
  state: SocketState;
  /** The last error, warning or end of the session that the service sent. */
  message: ServerMessage | null;
  onReconnect: () => void;
}

/** The state of the connection, unless it is open without a warning. */
export function StateBar({ state, message, onReconnect }: StateBarProps) {
  const isOver = state === 'ended' || state === 'refused';
  if (state === 'open') return message?.warning ? <Alert color="yellow">{message.message}</Alert> : null;
  return (
    <Alert color={state === 'refused' ? 'red' : 'gray'} role={isOver ? 'alert' : 'status'}>
      <Group gap="sm">
        {(isOver && message?.message) || t(`terminal.state.${state}`)}
        {isOver ? (
          <Button size="compact-sm" variant="default" onClick={onReconnect}>
            {t('terminal.reconnect')}
          </Button>
        ) : null}
      </Group>
    </Alert>
  );
}
