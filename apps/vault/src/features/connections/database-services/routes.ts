import type { VaultOperations } from '@cairn/contracts';
import { auditContext } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import type { DatabaseServices } from './service.ts';

export function databaseServiceRoutes({
  databaseServices,
}: {
  databaseServices: DatabaseServices;
}): Handlers<VaultOperations, 'listDatabaseServices' | 'openDatabaseService'> {
  return {
    listDatabaseServices: async () =>
      (await databaseServices.list()).map(({ name, host, port, database, user, sslmode }) => ({
        name,
        host,
        port,
        dbname: database,
        user,
        ...(sslmode ? { sslmode } : {}),
      })),
    async openDatabaseService({ path }, actor, call) {
      const { connectionId, service } = await databaseServices.open(path.name, auditContext(actor, call));
      return {
        success: true,
        connection_id: connectionId,
        pg_service_name: service.name,
        host: service.host,
        port: service.port,
        dbname: service.database,
      };
    },
  };
}
