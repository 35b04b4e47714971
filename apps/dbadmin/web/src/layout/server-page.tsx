import { Button, Select } from '@mantine/core';
import { IconServer, IconServerOff, IconShieldLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState, Loaded, Page, ServiceLink, t, useMe, useRights } from '@cairn/ui';
import { pageHref } from '../addresses.ts';
import type { Connection } from '../client.ts';
import { serverOptions, useServer } from '../connections/use-connections.ts';

interface ServerPageProps {
  title: string;
  lead: string;
  action?: ReactNode;
  width?: number;
  children: (server: Connection) => ReactNode;
}

/** A page about one server, with the choice of that server. */
export function ServerPage({ title, lead, action, width = 1180, children }: ServerPageProps) {
  const { connections, server, isUnknown, choose } = useServer();
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
            {isUnknown || isClosed ? null : action}
          </>
        ) : undefined
      }
    >
      <Loaded query={connections}>
        {() =>
          isUnknown ? (
            <EmptyState
              boxed
              icon={<IconServerOff size={22} stroke={1.6} />}
              title={t('server.notFound')}
              text={t('server.notFoundText')}
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
          )
        }
      </Loaded>
    </Page>
  );
}

/** Shown in place of content about servers while none is registered. */
export function NoServers() {
  const mayAdminister = useRights('dbadmin').admin;
  return (
    <EmptyState
      boxed
      icon={<IconServer size={22} stroke={1.6} />}
      title={t('server.none')}
      text={t(mayAdminister ? 'server.noneText' : 'server.noneForViewers')}
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
  onChoose: (id: string) => void;
}

function ServerSelect({ servers, server, onChoose }: ServerSelectProps) {
  return (
    <Select
      aria-label={t('server.choose')}
      leftSection={<IconServer size={16} aria-hidden />}
      data={serverOptions(servers)}
      value={String(server.id)}
      allowDeselect={false}
      searchable={servers.length > 8}
      w={210}
      size="sm"
      onChange={(id) => id && onChoose(id)}
    />
  );
}
