import { createFolderProvider } from '../providers/folder/folder-provider.ts';
import { createFileHashes } from '../providers/folder/open-file.ts';
import { createSettling } from '../providers/folder/settling.ts';
import type { Provider } from '../providers/types.ts';
import type { ServerType } from '../../db/schema.ts';
import { providerNotSupported } from './errors.ts';
import type { SealedServer } from './types.ts';

interface ProvidersDeps {
  servers: { get(id: number): Promise<SealedServer> };
  folderRoot: string;
  now: () => Date;
}

/** The provider of a server, as it was edited last. @throws {AppError} not_found, unprocessable */
export type ProviderOf = (serverId: number) => Promise<Provider>;

export function createProviders({ servers, folderRoot, now }: ProvidersDeps): ProviderOf {
  const folders = { root: folderRoot, settling: createSettling(now), hashOf: createFileHashes() };
  const create: Partial<Record<ServerType, (server: SealedServer) => Provider>> = {
    folder: ({ url }) => createFolderProvider(folders, url),
  };

  return async function providerOf(serverId) {
    const server = await servers.get(serverId);
    const type = server.detectedType ?? server.type;
    const provider = create[type];
    if (!provider) throw providerNotSupported(type);
    return provider(server);
  };
}
