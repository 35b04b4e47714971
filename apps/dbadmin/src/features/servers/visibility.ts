import type { Auth } from '@cairn/auth';
import { AppError, badGateway } from '@cairn/service';
import type { Actor } from '@cairn/service';

const EDITS = { resourceType: 'service', resourceKey: 'dbadmin', permission: 'edit' } as const;

export type ServerVisibility = ReturnType<typeof createServerVisibility>;

/**
 * Decides which users see the details of servers: their addresses and roles, paths, and the details of other users' jobs. Users with
 * `view` see databases, and that a server does not respond, but not the reason, which names its address and its role.
 */
export function createServerVisibility({ allows }: Pick<Auth, 'allows'>) {
  const seesServers = (actor: Actor): Promise<boolean> => allows(actor, EDITS);

  return {
    seesServers,

    /** Does some work on a server, and hides the reason of a failure from users who do not see servers. */
    async redactErrors<T>(actor: Actor, work: () => Promise<T>): Promise<T> {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof AppError) || error.kind !== 'bad_gateway' || (await seesServers(actor)))
          throw error;
        throw badGateway(
          'dbadmin.server_silent',
          'The database server is not responding. Contact an administrator of the databases.',
        );
      }
    },
  };
}
