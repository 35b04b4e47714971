import { createSafeFetch } from '@cairn/service';
import { startTestMerginMaps } from '@cairn/testing';
import { createMerginProvider } from '../src/features/providers/mergin-maps/provider.ts';
import type { Provider } from '../src/features/providers/types.ts';
import { memoryStore } from './memory-store.ts';

export type MerginConnections = Awaited<ReturnType<typeof startMerginConnections>>;

/** A server of Mergin Maps, and our connections to it. */
export async function startMerginConnections() {
  const fetch = createSafeFetch({ allowedNetworks: ['127.0.0.0/8'], userAgent: 'test' });
  const server = await startTestMerginMaps();

  /** With a session of its own. */
  function connect(password = server.password): Provider {
    const { url, username } = server;
    return createMerginProvider({
      ...{ fetch, url: `${url}/`, username, password: () => password, tokens: memoryStore() },
    });
  }

  function requestsTo(path: string | RegExp): number {
    return server.requests.filter((each) =>
      typeof path === 'string' ? each.path === path : path.test(each.path),
    ).length;
  }

  return {
    ...{ server, connect, requestsTo, provider: connect() },
    signIns: () => requestsTo('/v1/auth/login'),
    async close(): Promise<void> {
      await server.close();
      await fetch.close();
    },
  };
}
