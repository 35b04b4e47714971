import type { DbadminSchemas } from '@cairn/contracts';
import type { ConnectionView } from './types.ts';

export function toConnectionBody(view: ConnectionView): DbadminSchemas['Connection'] {
  const { connection, seesServers, isPlatform } = view;
  const server = {
    host: connection.host,
    port: connection.port,
    sslmode: connection.sslmode,
    admin_username: connection.adminUsername,
    hba_file_path: connection.hbaFilePath,
    ...(isPlatform === undefined ? {} : { platform: isPlatform }),
  };
  return {
    id: connection.id,
    name: connection.name,
    ...(seesServers ? server : {}),
    database_count: connection.databaseCount,
    created_at: connection.createdAt.toISOString(),
    updated_at: connection.updatedAt.toISOString(),
  };
}
