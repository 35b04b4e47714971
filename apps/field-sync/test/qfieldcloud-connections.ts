import { createSafeFetch } from '@cairn/service';
import { startTestQFieldCloud } from '@cairn/testing';
import { createQFieldCloudProvider } from '../src/features/providers/qfieldcloud/provider.ts';
import type { TokenStore } from '../src/features/providers/sign-in.ts';
import type { ProviderFile } from '../src/features/providers/types.ts';
import { memoryStore } from './memory-store.ts';

export const PACKAGE = Buffer.from(Array.from({ length: 100_000 }, (_, i) => (i * 7) % 256));

export type QFieldCloudConnections = Awaited<ReturnType<typeof startQFieldCloudConnections>>;

interface Connection {
  username?: string;
  password?: string;
  tokens?: TokenStore;
  url?: string;
}

/** A QFieldCloud, and our connections to it. */
export async function startQFieldCloudConnections() {
  const fetch = createSafeFetch({ allowedNetworks: ['127.0.0.0/8'], userAgent: 'Cairn/test' });
  const server = await startTestQFieldCloud();
  const { signal } = new AbortController();

  function connect(options: Connection = {}) {
    const { username = server.username, password = server.password } = options;
    const { tokens = memoryStore(), url = server.url } = options;
    return createQFieldCloudProvider({ fetch, url, username, password: () => password, tokens });
  }

  return {
    ...{ server, connect, signal },
    open: (id: string, file: ProviderFile, from = 0) =>
      connect().open(id, { version: 'any', file, from, signal }),
    addProject: (name: string, fields: object = {}) =>
      server.addProject({ name, files: { 'survey.gpkg': PACKAGE }, ...fields }),
    /** Paths of the requests so far, without the ones that sign in. */
    paths: (): string[] =>
      server.requests
        .map(({ path }) => path.replace('/api/v1', ''))
        .filter((path) => path !== '/auth/token/'),
    signIns: (): number => server.requests.filter(({ path }) => path === '/api/v1/auth/token/').length,
    /** As it was at first. */
    reset(): void {
      server.endLockouts();
      server.reset();
    },
    async close(): Promise<void> {
      await server.close();
      await fetch.close();
    },
  };
}

export async function readBody(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}
