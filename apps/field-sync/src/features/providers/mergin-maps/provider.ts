import type { SafeFetch } from '@cairn/service';
import { toBaseUrl } from '../base-url.ts';
import { checkFiles } from '../check-answer.ts';
import { createSession } from '../sign-in.ts';
import type { TokenStore } from '../sign-in.ts';
import type { Provider } from '../types.ts';
import { listAuthors } from './authors.ts';
import { createMerginClient } from './client.ts';
import { listDiffs, openDiff } from './diffs.ts';
import { listFiles, toProviderFiles } from './files.ts';
import { createPoll } from './poll.ts';
import { createProjects, toPath, toProviderProject } from './projects.ts';
import { signInToMerginMaps } from './sign-in.ts';
import { toWaitingEdits } from './waiting.ts';

export interface MerginMapsDeps {
  fetch: SafeFetch;
  url: string;
  username: string;
  /** Opened only for a sign-in. */
  password(): string;
  tokens: TokenStore;
  now?(): Date;
}

/**
 * Mergin Maps: v2 of its interface where a server has it, v1 otherwise. Projects are known by their ids, so that a rename stops none.
 * Sources: `server/mergin/sync/` of MerginMaps/server.
 */
export function createMerginProvider(server: MerginMapsDeps): Provider {
  const { fetch, username, tokens, now = () => new Date() } = server;
  const client = createMerginClient({
    ...{ fetch, now, url: toBaseUrl(server.url) ?? server.url },
    openSession: (send) =>
      createSession({
        store: tokens,
        now: () => now().getTime(),
        signIn: () => signInToMerginMaps(send, { username, password: server.password(), now: now() }),
      }),
  });
  const projects = createProjects(client);
  const deps = { client, projects, now };

  return {
    type: 'field',
    list: projects.list,
    async resolve(text, signal) {
      return toProviderProject(await projects.find(text.trim(), signal));
    },
    poll: createPoll(deps),
    files: (id, version, signal) => listFiles(deps, { id, version }, signal),
    open(id, { version, file, from, signal }) {
      const query = new URLSearchParams({ file: file.path, version });
      return projects.withName(
        id,
        (name) => client.open({ path: `/v1/project/raw/${toPath(name)}?${query}`, from, signal }),
        signal,
      );
    },
    diffs: (id, range) => listDiffs(deps, id, range),
    openDiff: (id, request) => openDiff(deps, id, request),
    authors: (id, range, signal) => listAuthors(deps, id, { ...range, signal }),
    async waiting(id, signal) {
      return toWaitingEdits(checkFiles((await projects.byId(id, signal)).files ?? []));
    },
    async info(id, signal) {
      const raw = await projects.find(id, signal);
      return { project: toProviderProject(raw), files: toProviderFiles(raw.files ?? []), raw };
    },
  };
}
