import type { DbadminOperations } from '@cairn/contracts';
import { auditContext } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import { createRegistryService } from './service.ts';
import type { RegistryServiceDeps } from './service.ts';
import { createServiceDatabases } from './service-databases.ts';
import type { ServiceDatabaseDeps } from './service-databases.ts';

type Operation =
  | 'readRegistry'
  | 'discover'
  | 'adoptDatabase'
  | 'createServiceDatabase'
  | 'undoServiceDatabase'
  | 'listSearchItems';

export function registryRoutes(
  deps: RegistryServiceDeps & ServiceDatabaseDeps,
): Handlers<DbadminOperations, Operation> {
  const registry = createRegistryService(deps);
  const serviceDatabases = createServiceDatabases(deps);
  return {
    adoptDatabase: ({ path, body }, actor, call) =>
      registry.issueLogin({
        databaseId: path.id,
        connectionId: body.connection_id,
        userId: body.user_id,
        level: body.level ?? 'readwrite',
        // The contract allows only services.
        service: actor.service ?? '',
        cause: auditContext(actor, call),
      }),
    createServiceDatabase: ({ body }, actor, call) =>
      serviceDatabases.create({
        requestId: body.request_id,
        connectionId: body.connection_id,
        userId: body.user_id,
        name: body.name,
        owner: body.owner,
        service: actor.service ?? '',
        cause: auditContext(actor, call),
      }),
    undoServiceDatabase: ({ path }, actor, call) =>
      serviceDatabases.undo({
        requestId: path.requestId,
        service: actor.service ?? '',
        cause: auditContext(actor, call),
      }),
    readRegistry: (_input, actor) => registry.readRegistry(actor),
    listSearchItems: () => registry.listSearchItems(),
    discover: (_input, _actor, call) => registry.discover(call.basePath),
  };
}
