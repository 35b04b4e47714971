import { useMe, useRights, type Rights } from '@cairn/ui';
import type { Connection } from '../client.ts';

type Server = Pick<Connection, 'platform'> | undefined;

/** What the person may do on a server. */
export function useServerRights(server: Server): Rights {
  const rights = useRights('dbadmin');
  const isAdmin = useMe().data?.admin === true;
  return rightsOnServer(rights, { server, isAdmin });
}

/** On the platform's own server, only administrators of the platform may do more than look. */
export function rightsOnServer(
  rights: Rights,
  { server, isAdmin }: { server: Server; isAdmin: boolean },
): Rights {
  return server?.platform && !isAdmin ? { ...rights, edit: false, admin: false } : rights;
}
