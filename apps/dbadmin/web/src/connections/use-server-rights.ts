import { useMe, useRights, type Rights } from '@cairn/ui';
import type { Connection } from '../client.ts';

type Server = Pick<Connection, 'platform'> | undefined;

/** What the person may do on each server: on the platform's own, only its administrators may do more than view. */
export function useRightsOn(): (server: Server) => Rights {
  const rights = useRights('dbadmin');
  const isAdmin = useMe().data?.admin === true;
  return (server) => (server?.platform && !isAdmin ? { ...rights, edit: false, admin: false } : rights);
}

/** What the person may do on one server. */
export function useServerRights(server: Server): Rights {
  return useRightsOn()(server);
}
