import type { VaultSchemas } from '@cairn/contracts';
import type { MapServerTest } from './connections/service.ts';
import type { MapServer, MapServerInput } from './connections/types.ts';

export function toMapServerBody(connection: MapServer): VaultSchemas['MapServer'] {
  return {
    id: connection.id,
    name: connection.name,
    url: connection.url,
    username: connection.username,
    default_workspace: connection.defaultWorkspace,
    enabled: connection.enabled,
    verify_ssl: connection.verifySsl,
    created_at: connection.createdAt.toISOString(),
  };
}

export function fromMapServerBody(body: VaultSchemas['MapServerInput']): MapServerInput {
  return {
    name: body.name,
    url: body.url,
    username: body.username,
    password: body.password ?? '',
    defaultWorkspace: body.default_workspace ?? '',
    enabled: body.enabled ?? true,
    verifySsl: body.verify_ssl ?? true,
  };
}

export function toMapServerTestBody({
  url,
  workspaces,
  error,
}: MapServerTest): VaultSchemas['MapServerTest'] {
  return {
    success: error === undefined,
    url,
    ...(workspaces === undefined ? {} : { workspaces }),
    ...(error === undefined ? {} : { error }),
  };
}
