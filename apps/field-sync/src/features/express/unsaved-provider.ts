import type { SafeFetch } from '@cairn/service';
import { createMerginProvider } from '../providers/mergin-maps/provider.ts';
import { createQFieldCloudProvider } from '../providers/qfieldcloud/provider.ts';
import type { IssuedToken, TokenStore } from '../providers/sign-in.ts';
import type { Provider } from '../providers/types.ts';

interface EnteredServer {
  /** What answers at the address. */
  type: 'field' | 'cloud';
  url: string;
  username: string;
  password: string;
}

/** A provider with a login that is stored nowhere: password and token live as long as it does. */
export function createUnsavedProvider(
  { fetch, now }: { fetch: SafeFetch; now: () => Date },
  { type, url, username, password }: EnteredServer,
): Provider {
  const deps = { fetch, now, url, username, password: () => password, tokens: tokensInMemory() };
  return type === 'cloud' ? createQFieldCloudProvider(deps) : createMerginProvider(deps);
}

function tokensInMemory(): TokenStore {
  let issued: IssuedToken | null = null;
  let problem: string | null = null;
  return {
    read: async () => ({ issued, problem }),
    async save(token) {
      issued = token;
    },
    async stop(sentence) {
      problem = sentence;
    },
  };
}
