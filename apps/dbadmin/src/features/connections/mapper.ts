import type { DbadminSchemas } from '@cairn/contracts';
import type { Connection } from './types.ts';

export function toConnectionBody(connection: Connection): DbadminSchemas['Connection'] {
  return {
    id: connection.id,
    name: connection.name,
    host: connection.host,
    port: connection.port,
    sslmode: connection.sslmode,
    admin_username: connection.adminUsername,
    hba_file_path: connection.hbaFilePath,
    database_count: connection.databaseCount,
    created_at: connection.createdAt.toISOString(),
    updated_at: connection.updatedAt.toISOString(),
  };
}
