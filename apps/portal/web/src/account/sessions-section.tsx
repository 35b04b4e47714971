import { ErrorState, LoadingRows, Panel, t, useApi, useChange } from '@cairn/ui';
import { portal } from '../client.ts';
import { sessionsKey } from '../query-keys.ts';
import classes from './account.module.css';
import { SessionRow } from './session-row.tsx';

export function SessionsSection() {
  const { data, error, isPending, refetch } = useApi(sessionsKey, (signal) =>
    portal.GET('/api/me/sessions', { signal }),
  );
  const end = useChange(
    (id: number) => portal.DELETE('/api/me/sessions/{id}', { params: { path: { id } } }),
    {
      refresh: [sessionsKey],
      done: t('account.sessions.ended'),
    },
  );
  return (
    <Panel title={t('account.sessions.title')} lead={t('account.sessions.lead')} flush>
      {isPending && (
        <div className={classes.pad}>
          <LoadingRows rows={2} />
        </div>
      )}
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      <ul className={classes.rows}>
        {data?.sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            busy={end.isPending && end.variables === session.id}
            onEnd={() => end.mutate(session.id)}
          />
        ))}
      </ul>
    </Panel>
  );
}
