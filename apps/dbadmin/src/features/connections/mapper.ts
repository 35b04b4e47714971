import type { DbadminSchemas } from '@cairn/contracts';
import type { ProbeOutcome } from './probe.ts';
import type { ConnectionView } from './types.ts';

export function toConnectionBody({
  connection,
  seesServers,
  isPlatform,
}: ConnectionView): DbadminSchemas['Connection'] {
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

export function toTestBody(outcome: ProbeOutcome): DbadminSchemas['ConnectionTest'] {
  if (!outcome.ok) return outcome;
  const { probe } = outcome;
  return {
    ok: true,
    version: probe.version,
    version_number: probe.versionNumber,
    is_superuser: probe.isSuperuser,
    encrypted: probe.encrypted,
    milliseconds: probe.milliseconds,
    missing_rights: probe.missingRights,
  };
}
