import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveWithFaults } from '../faults/fault-injector.ts';
import { createProjectStore } from './project-store.ts';
import { pushRoutes } from './push-routes.ts';
import { Refusal } from './refusal.ts';
import { readAll, send, sendJson } from './respond.ts';
import { readingRoutesV1 } from './routes-v1.ts';
import { readingRoutesV2 } from './routes-v2.ts';
import { createUser, signInRoutes } from './sign-in.ts';
import type { Tokens } from './sign-in.ts';
import type {
  MerginQuirk,
  MerginRoute,
  MerginUser,
  TestMerginMapsSettings,
  TestMerginProject,
  VersionChange,
} from './types.ts';

export type TestMerginMaps = Awaited<ReturnType<typeof startTestMerginMaps>>;

/** A stand-in for a Mergin Maps server; see README.md. */
export async function startTestMerginMaps(options: Partial<TestMerginMapsSettings> = {}) {
  const settings: TestMerginMapsSettings = {
    ...{ tokenLifeMs: 12 * 3_600_000, v2: true, maintenance: false, version: '2026.4.0' },
    ...options,
  };
  const folder = await mkdtemp(join(tmpdir(), 'cairn-mergin-'));
  const store = createProjectStore(folder);
  const tokens: Tokens = new Map();
  const users = [createUser(1, 'surveyor', ['field']), createUser(2, 'stranger', ['elsewhere'])];
  const [surveyor, stranger] = users as [MerginUser, MerginUser];
  const v1 = {
    ...signInRoutes(settings, { users, tokens }),
    ...readingRoutesV1(store),
    ...pushRoutes(store),
  };
  const v2 = readingRoutesV2(store);

  const server = await serveWithFaults<MerginQuirk>(async (req, res, has) => {
    try {
      const url = new URL(req.url ?? '/', 'http://x');
      refuseEarly(req, url.pathname, settings);
      const [route, params] = findRoute(settings.v2 ? { ...v2, ...v1 } : v1, req.method ?? '', url.pathname);
      const token = /^Bearer (.+)$/.exec(req.headers.authorization ?? '')?.[1] ?? '';
      const session = tokens.get(token);
      const isValid = session !== undefined && session.expires > Date.now() && !has('nobody');
      const answer = await route({
        query: Object.fromEntries(url.searchParams),
        params,
        body: async () => JSON.parse((await readAll(req)).toString() || '{}'),
        bytes: () => readAll(req),
        user: isValid ? session.user : null,
        has,
      });
      await send({ req, res }, answer);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      sendJson(res, { status: error.status, json: error.body(), type: 'application/problem+json' });
    }
  });

  return {
    ...server,
    settings,
    username: surveyor.username,
    password: surveyor.password,
    /** May sign in, and sees no project of `surveyor`. */
    stranger,
    projects: store.projects,
    /** A private project in the workspace `field`; with files it has version 1. */
    createProject(
      name: string,
      {
        files,
        namespace = 'field',
        isPublic = false,
      }: { files?: VersionChange['files']; namespace?: string; isPublic?: boolean } = {},
    ): TestMerginProject {
      const project = store.create({ name, namespace, public: isPublic, creator: surveyor.username });
      if (files) commit(project, { files });
      return project;
    },
    /** Makes a new version as a client does that pushes; returns its number. */
    commitVersion: commit,
    /** All tokens are nobody's from now on. */
    expireTokens: () => tokens.clear(),
    async close() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };

  function commit(project: TestMerginProject, change: VersionChange): number {
    const staged = store.stage(project, change);
    return store.commit(project, { author: change.author ?? surveyor.username, staged });
  }
}

/** What a request meets before its route. */
function refuseEarly(req: IncomingMessage, path: string, { maintenance }: TestMerginMapsSettings): void {
  const writes = ['POST', 'PUT', 'PATCH', 'DELETE'].includes(req.method ?? '');
  if (writes && maintenance && !/\/project\/by_names|\/auth\/login|\/alive/.test(path))
    throw new Refusal(503, 'Service unavailable due to maintenance, please try later');
  if (writes && /(^|;\s*)session=/.test(req.headers.cookie ?? ''))
    throw new Refusal(400, 'The CSRF token is missing.');
}

function findRoute(
  routes: Record<string, MerginRoute>,
  method: string,
  path: string,
): [MerginRoute, string[]] {
  const asked = method === 'HEAD' ? 'GET' : method;
  let isKnown = false;
  for (const [pattern, route] of Object.entries(routes)) {
    const [verb, rest] = pattern.split(' ', 2) as [string, string];
    const found = new RegExp(`^${rest}$`).exec(path);
    if (found && verb === asked) return [route, found.slice(1).map(decodeURIComponent)];
    isKnown ||= found !== null;
  }
  throw new Refusal(isKnown ? 405 : 404);
}
