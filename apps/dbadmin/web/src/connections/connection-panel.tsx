import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { EmptyState, LoadingRows, SidePanel, t } from '@cairn/ui';
import { useConnections, useLastServer } from '../layout/use-connections.ts';
import { useServerRights } from '../layout/use-server-rights.ts';
import type { Connection } from '../client.ts';
import { ConnectionForm } from './connection-form.tsx';
import { ForgetDialog } from './forget-dialog.tsx';
import { ServerFacts } from './server-facts.tsx';
import { SpatialTest } from './spatial-test.tsx';
import { TestResult, useConnectionTest } from './test-result.tsx';
import styles from './connections.module.css';

interface ConnectionPanelProps {
  /** `new`, or the id of a connection. */
  subject: string;
  onShow: (subject: string) => void;
}

/** A server beside the list: what it is, whether it lets us in, what the platform keeps of it. */
export function ConnectionPanel({ subject, onShow }: ConnectionPanelProps) {
  const { data } = useConnections();
  const [fresh, setFresh] = useState<number | null>(null);
  const connection = data?.find(({ id }) => String(id) === subject);
  const title = subject === 'new' ? t('connections.newTitle') : (connection?.name ?? t('connections.title'));
  const close = () => onShow('');
  return (
    <SidePanel opened={subject !== ''} title={title} size={500} onClose={close}>
      {subject === '' ? null : subject === 'new' ? (
        <ConnectionForm
          onSaved={(id) => {
            setFresh(id);
            onShow(String(id));
          }}
          onCancel={close}
        />
      ) : connection ? (
        <Details
          key={connection.id}
          connection={connection}
          isFresh={fresh === connection.id}
          onClose={close}
        />
      ) : data ? (
        <EmptyState title={t('server.unknown')} text={t('server.unknownText')} />
      ) : (
        <LoadingRows />
      )}
    </SidePanel>
  );
}

interface DetailsProps {
  connection: Connection;
  /** It has just been registered: whether it lets us in is the first question. */
  isFresh: boolean;
  onClose: () => void;
}

function Details({ connection, isFresh, onClose }: DetailsProps) {
  const rights = useServerRights(connection);
  const [forgetting, setForgetting] = useState(false);
  useLastServer(connection.id);
  const test = useConnectionTest(connection.id);
  const { mutate: ask } = test;
  useEffect(() => {
    if (isFresh) ask(connection.id);
  }, [isFresh, ask, connection.id]);
  return (
    <>
      <ServerFacts connection={connection} />
      {rights.edit ? (
        <div className={styles.block}>
          <h3>{t('test.title')}</h3>
          <p style={{ margin: 0 }}>{t('test.text')}</p>
          <div>
            <Button variant="default" loading={test.isPending} onClick={() => test.mutate(connection.id)}>
              {t('test.action')}
            </Button>
          </div>
          {test.data ? <TestResult outcome={test.data} /> : null}
          <SpatialTest connectionId={connection.id} />
        </div>
      ) : null}
      {rights.admin ? (
        <>
          <div className={styles.block}>
            <h3>{t('connections.change')}</h3>
            <ConnectionForm connection={connection} onSaved={() => test.mutate(connection.id)} />
          </div>
          <div className={styles.block}>
            <h3>{t('forget.heading')}</h3>
            <p style={{ margin: 0 }}>{t('forget.text')}</p>
            <div>
              <Button
                color="red"
                variant="light"
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() => setForgetting(true)}
              >
                {t('forget.open')}
              </Button>
            </div>
          </div>
          <ForgetDialog
            connection={forgetting ? connection : null}
            onClose={() => setForgetting(false)}
            onForgotten={onClose}
          />
        </>
      ) : null}
    </>
  );
}
