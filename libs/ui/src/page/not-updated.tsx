import { Alert, Button, Group } from '@mantine/core';
import { bareSentenceOf } from '../api/api-error.ts';
import { tui } from '../i18n.ts';

interface Props {
  error: unknown;
  retry: () => void;
}

/** Says that what follows is as it was loaded before, since it could not be loaded again. */
export function NotUpdated({ error, retry }: Props) {
  return (
    <Alert color="orange" role="alert" title={tui('state.notUpdated')} mb="md">
      <Group justify="space-between" gap="sm">
        {bareSentenceOf(error)}
        <Button variant="default" size="xs" onClick={retry}>
          {tui('state.retry')}
        </Button>
      </Group>
    </Alert>
  );
}
