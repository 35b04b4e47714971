import type { SafeFetch, SecretBox } from '@cairn/service';
import type { Db, ServerType } from '../../db/schema.ts';
import { createFolderProvider } from '../providers/folder/folder-provider.ts';
import { createFileHashes } from '../providers/folder/open-file.ts';
import { createSettling } from '../providers/folder/settling.ts';
import { createMerginProvider } from '../providers/mergin-maps/provider.ts';
import { createQFieldCloudProvider } from '../providers/qfieldcloud/provider.ts';
import { wrongPassword } from '../providers/sign-in.ts';
import { createTokenStore } from '../providers/token-repo.ts';
import type { Provider } from '../providers/types.ts';
import { serverPassword } from './password.ts';
import type { SealedServer } from './types.ts';

interface ProvidersDeps {
  db: Db;
  secretBox: SecretBox;
  fetch: SafeFetch;
  servers: { get(id: number): Promise<SealedServer>; learnType(server: SealedServer): Promise<ServerType> };
  folderRoot: string;
  now: () => Date;
}

/** The provider of a server, as the server is now. @throws {AppError} not_found */
export type ProviderOf = (serverId: number) => Promise<Provider>;

/** What answers at a server decides, which is looked for again as long as nothing did. */
export function createProviders(deps: ProvidersDeps): ProviderOf {
  const { db, secretBox, fetch, servers, now } = deps;
  const folders = { root: deps.folderRoot, settling: createSettling(now), hashOf: createFileHashes() };
  /** With their tokens; those of a server that was edited are forgotten. */
  const providers = new Map<number, { login: string; provider: Provider }>();

  function toClientDeps(server: SealedServer) {
    const tokens = createTokenStore({ db, secretBox }, server);
    const password = () => {
      const opened = serverPassword.open(secretBox, server);
      if (opened === null)
        throw wrongPassword(`The server "${server.name}" has no password. Enter it again.`);
      return opened;
    };
    return { fetch, now, tokens, password, url: server.url, username: server.username };
  }

  const create: Record<ServerType, (server: SealedServer) => Provider> = {
    field: (server) => createMerginProvider(toClientDeps(server)),
    cloud: (server) => createQFieldCloudProvider(toClientDeps(server)),
    folder: ({ url }) => createFolderProvider(folders, url),
  };

  return async function providerOf(serverId) {
    const server = await servers.get(serverId);
    const type = server.detectedType ?? (await servers.learnType(server));
    const login = JSON.stringify([type, server.url, server.username, server.sealedPassword]);
    const known = providers.get(serverId);
    if (known?.login === login) return known.provider;
    const provider = create[type](server);
    providers.set(serverId, { login, provider });
    return provider;
  };
}
