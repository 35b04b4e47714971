import { Button, Select } from '@mantine/core';
import { IconServer, IconServerOff, IconShieldLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import {
  EmptyState,
  ErrorState,
  LoadingRows,
  Page,
  ServiceLink,
  t,
  useMe,
  useRights,
  useUrlState,
} from '@cairn/ui';
import { pageHref, type Connection } from '../client.ts';
import { useServer } from './use-connections.ts';

interface ServerPageProps {
  title: string;
  lead: string;
  action?: (server: Connection) => ReactNode;
  width?: number;
  children: (server: Connection) => ReactNode;
}

/** A page about one server: the choice of the server, and what stands there while there is none. */
export function ServerPage({ title, lead, action, width = 1180, children }: ServerPageProps) {
  const { connections, server, choose } = useServer();
  const [wanted] = useUrlState('connection_id');
  const isUnknown = wanted !== '' && connections.isSuccess && String(server?.id) !== wanted;
  const isAdmin = useMe().data?.admin === true;
  const isClosed = server?.platform === true && !isAdmin;
  return (
    <Page
      title={title}
      lead={lead}
      width={width}
      action={
        server ? (
          <>
            <ServerSelect servers={connections.data ?? []} server={server} onChoose={choose} />
            {isUnknown || isClosed ? null : action?.(server)}
          </>
        ) : undefined
      }
    >
      {connections.error ? (
        <ErrorState error={connections.error} retry={() => void connections.refetch()} />
      ) : connections.isPending ? (
        <LoadingRows />
      ) : isUnknown ? (
        <EmptyState
          boxed
          icon={<IconServerOff size={22} stroke={1.6} />}
          title={t('server.unknown')}
          text={t('server.unknownText')}
        />
      ) : isClosed ? (
        <EmptyState
          boxed
          icon={<IconShieldLock size={22} stroke={1.6} />}
          title={t('server.platformTitle')}
          text={t('server.platformText')}
        />
      ) : server ? (
        <div key={server.id}>{children(server)}</div>
      ) : (
        <NoServers />
      )}
    </Page>
  );
}

/** Said wherever a server is needed and none is there. */
export function NoServers() {
  const mayAdminister = useRights('dbadmin').admin;
  return (
    <EmptyState
      boxed
      icon={<IconServer size={22} stroke={1.6} />}
      title={t('server.none')}
      text={t(mayAdminister ? 'server.noneText' : 'connections.noneForViewers')}
      action={
        mayAdminister ? (
          <Button component={ServiceLink} href={pageHref('/connections', { panel: 'new' })}>
            {t('connections.add')}
          </Button>
        ) : undefined
      }
    />
  );
}

interface ServerSelectProps {
  servers: Connection[];
  server: Connection;
  onChoose: (id: number) => void;
}

function ServerSelect({ servers, server, onChoose }: ServerSelectProps) {
  return (
    <Select
      aria-label={t('server.choose')}
      leftSection={<IconServer size={16} aria-hidden />}
      data={servers.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={String(server.id)}
      allowDeselect={false}
      searchable={servers.length > 8}
      w={210}
      size="sm"
      onChange={(id) => id && onChoose(Number(id))}
    />
  );
}
