import { lazy, Suspense, useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { EmptyState, ErrorState, LoadingRows, Page, t, useApi, useMe, useUrlState } from '@cairn/ui';
import { dbadmin, type Connection } from '../client.ts';
import { useConnections } from '../connections/use-connections.ts';
import { NoServers } from '../layout/server-page.tsx';
import { NewTerminalForm } from './new-terminal-form.tsx';
import { addTab, currentTabs, removeTab, useTerminalTabs, type TerminalTab } from './tabs-store.ts';
import styles from './terminal.module.css';

const TerminalView = lazy(() =>
  import('./terminal.tsx').then((module) => ({ default: module.TerminalView })),
);

/** Terminals on servers, in tabs that survive a reload and a lost network. */
export function TerminalPage() {
  const connections = useConnections();
  const isAdmin = useMe().data?.admin;
  const capability = useApi(['terminal-capability'], (signal) =>
    dbadmin.GET('/api/terminal/capability', { signal }),
  );
  const servers = connections.data;
  const error = connections.error ?? capability.error;
  return (
    <Page title={t('terminal.title')} lead={t('terminal.lead')} width={1440}>
      {error ? (
        <ErrorState
          error={error}
          retry={() => void Promise.all([connections.refetch(), capability.refetch()])}
        />
      ) : isAdmin === false ? (
        <EmptyState boxed title={t('terminal.adminsOnly')} text={t('terminal.adminsOnlyText')} />
      ) : !servers || !capability.data || isAdmin === undefined ? (
        <LoadingRows />
      ) : servers.length === 0 ? (
        <NoServers />
      ) : (
        <Terminals servers={servers} shell={capability.data.dbshell} />
      )}
    </Page>
  );
}

interface TerminalsProps {
  servers: Connection[];
  shell: React.ComponentProps<typeof NewTerminalForm>['shell'];
}

function Terminals({ servers, shell }: TerminalsProps) {
  const tabs = useTerminalTabs();
  const [requested, setTab] = useUrlState('tab');
  const [full] = useUrlState('full');
  const current = tabs.find(({ id }) => id === requested) ?? tabs.at(-1);
  useTabFromLink(servers, shell.available, setTab);
  return (
    <div className={styles.terminals} data-full={(full === '1' && current !== undefined) || undefined}>
      <NewTerminalForm servers={servers} shell={shell} onOpened={setTab} />
      {tabs.length > 0 ? (
        <ul className={styles.tabs} aria-label={t('terminal.tabs')}>
          {tabs.map((tab) => (
            <li key={tab.id} data-open={tab.id === current?.id || undefined}>
              <button
                type="button"
                className={styles.tab}
                aria-pressed={tab.id === current?.id}
                onClick={() => setTab(tab.id)}
              >
                {nameOf(tab)}
              </button>
              <ActionIcon
                size={24}
                variant="subtle"
                color="gray"
                aria-label={t('terminal.close', { name: nameOf(tab) })}
                onClick={() => removeTab(tab.id)}
              >
                <IconX size={12} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState boxed title={t('terminal.none')} text={t('terminal.noneText')} />
      )}
      <Suspense fallback={<LoadingRows rows={4} />}>
        {tabs.map((tab) => (
          <div key={tab.id} hidden={tab.id !== current?.id} className={styles.pane}>
            <TerminalView tab={tab} isShown={tab.id === current?.id} />
          </div>
        ))}
      </Suspense>
    </div>
  );
}

/** Opens the terminal that a link names, such as that on the page of a database, unless it is open already. */
function useTabFromLink(servers: Connection[], isAvailable: boolean, onOpened: (id: string) => void) {
  const [params] = useSearchParams();
  const [connectionId, database] = [params.get('connection_id'), params.get('database')];
  useEffect(() => {
    const server = servers.find(({ id }) => String(id) === connectionId);
    if (!server || database === null || params.has('tab') || !isAvailable) return;
    const existing = currentTabs().find(
      (tab) => tab.kind === 'dbshell' && tab.connectionId === server.id && tab.database === database,
    );
    const tab =
      existing ?? addTab({ kind: 'dbshell', connectionId: server.id, server: server.name, database });
    onOpened(tab.id);
  }, [servers, connectionId, database, params, isAvailable, onOpened]);
}

function nameOf({ kind, server, database }: TerminalTab): string {
  return t(`terminal.name.${kind}`, { server, database });
}
