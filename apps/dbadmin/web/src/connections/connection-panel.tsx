import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { EmptyState, LoadingRows, SidePanel, t } from '@cairn/ui';
import type { Connection } from '../client.ts';
import { ConnectionForm } from './connection-form.tsx';
import { TestResult, useConnectionTest } from './connection-test.tsx';
import { PostgisCheck } from './postgis-check.tsx';
import { ServerFacts } from './server-facts.tsx';
import { UnregisterDialog } from './unregister-dialog.tsx';
import { useConnections, useLastServer } from './use-connections.ts';
import { useServerRights } from './use-server-rights.ts';
import styles from './connections.module.css';

interface ConnectionPanelProps {
  /** `new`, or the id of a connection; empty when the panel is closed. */
  panel: string;
  onPanel: (panel: string) => void;
}

/** A server beside the list: its details, its tests, and the form of its connection. */
export function ConnectionPanel({ panel, onPanel }: ConnectionPanelProps) {
  const { data } = useConnections();
  const [addedId, setAddedId] = useState<number | null>(null);
  const connection = data?.find(({ id }) => String(id) === panel);
  const title = panel === 'new' ? t('connections.add') : (connection?.name ?? t('connections.title'));
  const close = () => onPanel('');
  return (
    <SidePanel opened={panel !== ''} title={title} size={500} onClose={close}>
      {panel === '' ? null : panel === 'new' ? (
        <ConnectionForm
          onSaved={(id) => {
            setAddedId(id);
            onPanel(String(id));
          }}
          onCancel={close}
        />
      ) : connection ? (
        <Details
          key={connection.id}
          connection={connection}
          isNew={addedId === connection.id}
          onClose={close}
        />
      ) : data ? (
        <EmptyState title={t('server.notFound')} text={t('server.notFoundText')} />
      ) : (
        <LoadingRows />
      )}
    </SidePanel>
  );
}

interface DetailsProps {
  connection: Connection;
  /** It has just been registered, so its connection is tested at once. */
  isNew: boolean;
  onClose: () => void;
}

function Details({ connection, isNew, onClose }: DetailsProps) {
  const rights = useServerRights(connection);
  const [isUnregistering, setUnregistering] = useState(false);
  useLastServer(connection.id);
  const test = useConnectionTest(connection.id);
  const { mutate: runTest } = test;
  useEffect(() => {
    if (isNew) runTest();
  }, [isNew, runTest]);
  return (
    <>
      <ServerFacts connection={connection} />
      {rights.edit ? (
        <section className={styles.block}>
          <h3>{t('test.title')}</h3>
          <p>{t('test.text')}</p>
          <div>
            <Button variant="default" loading={test.isPending} onClick={() => runTest()}>
              {t('test.action')}
            </Button>
          </div>
          {test.data ? <TestResult result={test.data} /> : null}
          <PostgisCheck connectionId={connection.id} />
        </section>
      ) : null}
      {rights.admin ? (
        <>
          <section className={styles.block}>
            <h3>{t('connections.change')}</h3>
            <ConnectionForm connection={connection} onSaved={() => runTest()} />
          </section>
          <section className={styles.block}>
            <h3>{t('unregisterServer.heading')}</h3>
            <p>{t('unregisterServer.text')}</p>
            <div>
              <Button
                color="red"
                variant="light"
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() => setUnregistering(true)}
              >
                {t('unregisterServer.open')}
              </Button>
            </div>
          </section>
          <UnregisterDialog
            connection={isUnregistering ? connection : null}
            onClose={() => setUnregistering(false)}
            onUnregistered={onClose}
          />
        </>
      ) : null}
    </>
  );
}
