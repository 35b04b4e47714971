import type { SafeFetch } from '@cairn/service';
import { basicSignIn, createRemoteClient } from '../remote-calls/remote-client.ts';
import type { RemoteClient } from '../remote-calls/remote-client.ts';
import type { CatalogNodeLogin } from './service.ts';

export function openNode(fetch: SafeFetch, { url, username, password }: CatalogNodeLogin): RemoteClient {
  return createRemoteClient(fetch, {
    ...{ url, authorization: basicSignIn(username, password) },
    ...{ noun: 'catalog node', secrets: [password] },
  });
}
