import type { DbadminOperations } from '@cairn/contracts';
import { auditContext } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import { createRegistryService } from './service.ts';
import type { RegistryServiceDeps } from './service.ts';

type Operation = 'readRegistry' | 'discover' | 'adoptDatabase' | 'listSearchItems';

export function registryRoutes(deps: RegistryServiceDeps): Handlers<DbadminOperations, Operation> {
  const registry = createRegistryService(deps);
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
    readRegistry: (_input, actor) => registry.readRegistry(actor),
    listSearchItems: () => registry.listSearchItems(),
    discover: (_input, _actor, call) => registry.discover(call.basePath),
  };
}
