import type { SafeFetch } from '@cairn/service';
import { toBaseUrl } from '../base-url.ts';
import { checkFiles } from '../check-answer.ts';
import { ProviderError } from '../errors.ts';
import { damaged } from '../outcome.ts';
import { createProviderClient } from '../provider-client.ts';
import type { ProviderClient, ProviderRequest } from '../provider-client.ts';
import { createSession } from '../sign-in.ts';
import type { TokenStore } from '../sign-in.ts';
import type { ListFilter, Provider, ProviderFile, ProviderProject } from '../types.ts';
import { toProviderFile, toProviderProject, toWaitingEdits } from './mapper.ts';
import { createPoll, PAGE_SIZE } from './poll.ts';
import type { ProjectPage } from './poll.ts';
import { signInToQFieldCloud } from './sign-in.ts';
import type { QfcDelta, QfcFile, QfcProject } from './types.ts';

export interface QFieldCloudDeps {
  fetch: SafeFetch;
  /** As entered: with or without `/api/v1`. */
  url: string;
  username: string;
  /** Opened only for a sign-in. */
  password(): string;
  tokens: TokenStore;
  now?(): Date;
}

/**
 * The server knows its own clients by the beginning of their name. Of unknown ones an account has one valid token, so that two of
 * them would end each other's session (`authentication/models.py`).
 */
const USER_AGENT = 'sdk|cairn-field-sync';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MAX_DELTAS = 100;
/** However many a server says that there are. */
const MAX_LISTED = 5_000;

/** A QFieldCloud server (`/api/v1` of opengisch/QFieldCloud). */
export function createQFieldCloudProvider(deps: QFieldCloudDeps): Provider {
  const { fetch, username, tokens, now = () => new Date() } = deps;
  const session = createSession({
    store: tokens,
    now: () => now().getTime(),
    signIn: () => signInToQFieldCloud(client.send, { username, password: deps.password(), now: now() }),
  });
  const client: ProviderClient = createProviderClient({
    ...{ fetch, session, now, url: apiOf(deps.url) },
    authorize: (token) => `Token ${token}`,
    headers: { 'user-agent': USER_AGENT },
  });

  async function page(
    query: Record<string, string>,
    signal?: AbortSignal,
  ): Promise<ProjectPage & { isLast: boolean }> {
    const { body, headers } = await client.json({ path: `/projects/?${new URLSearchParams(query)}`, signal });
    const projects = listOf<QfcProject>(body);
    const total = Number(headers['x-total-count'] ?? projects.length);
    return { projects, total, isLast: headers['x-next-page'] === undefined || projects.length === 0 };
  }

  async function project(id: string, signal?: AbortSignal): Promise<QfcProject> {
    const { body } = await client.json({ path: `/projects/${segment(id)}/`, signal });
    if (typeof body?.id !== 'string') throw damaged('a project without an id.');
    return body as QfcProject;
  }

  async function files(id: string, signal?: AbortSignal): Promise<QfcFile[]> {
    return listOf<QfcFile>((await client.json({ path: `/files/${segment(id)}/`, signal })).body);
  }

  async function list(
    { workspace, q, limit = MAX_LISTED }: ListFilter,
    signal?: AbortSignal,
  ): Promise<ProviderProject[]> {
    const filter = { ...(workspace ? { owner: workspace } : {}), ...(q ? { search: q } : {}) };
    const found: QfcProject[] = [];
    for (let isLast = false; !isLast && found.length < limit;) {
      const range = {
        limit: String(Math.min(PAGE_SIZE, limit - found.length)),
        offset: String(found.length),
      };
      const next = await page({ ...range, ...filter }, signal);
      found.push(...next.projects);
      isLast = next.isLast;
    }
    return found.map(toProviderProject);
  }

  /** One of the account's own projects, or a public one. */
  async function findByName(entered: string, signal?: AbortSignal): Promise<QfcProject> {
    const [owner = '', name = ''] = entered.split('/', 2);
    const query = { limit: '2', owner, name, include_public: '1' };
    const { projects } = await page(query, signal);
    const [first] = projects;
    if (first) return first;
    throw new ProviderError({
      outcome: 'pause',
      code: 'field_sync.provider_missing',
      message: `QFieldCloud has no project "${entered}" that ${username} may read. Check owner and name, or the account's access.`,
    });
  }

  const poll = createPoll({
    page: (offset, signal) => page({ limit: String(PAGE_SIZE), offset: String(offset) }, signal),
    project,
  });

  return {
    type: 'cloud',
    list,
    resolve: async (entered, signal) =>
      toProviderProject(await (UUID.test(entered) ? project(entered, signal) : findByName(entered, signal))),
    poll,
    // The server keeps no list of an older state. What is newer than the version is found again by the next poll.
    files: async (id, _version, signal) => checkFiles((await files(id, signal)).map(toProviderFile)),
    async open(id, { file, from, signal }) {
      const version = file.versionId === undefined ? '' : `?version=${encodeURIComponent(file.versionId)}`;
      const path = file.path.split('/').map(segment).join('/');
      try {
        return await client.open({ path: `/files/${segment(id)}/${path}/${version}`, from, signal });
      } catch (error) {
        if (isMissing(error) && (await isReplaced(id, file, signal))) throw replaced(file.path, error);
        throw error;
      }
    },
    async waiting(id, signal) {
      const path = `/deltas/${segment(id)}/?ordering=-created_at&limit=${MAX_DELTAS}`;
      return toWaitingEdits(await deltasOf({ path, signal }));
    },
    async info(id, signal) {
      const raw = await project(id, signal);
      return {
        project: toProviderProject(raw),
        files: checkFiles((await files(id, signal)).map(toProviderFile)),
        raw,
      };
    },
  };

  /** Whether the list of files has another version now: old ones are deleted by the plan of the account. */
  async function isReplaced(
    id: string,
    { path, versionId }: ProviderFile,
    signal: AbortSignal,
  ): Promise<boolean> {
    const current = (await files(id, signal)).map(toProviderFile).find((file) => file.path === path);
    return current?.versionId !== versionId;
  }

  /** None where the account may not read them, which is a role of its own and no failure. */
  async function deltasOf(request: ProviderRequest): Promise<QfcDelta[]> {
    try {
      return listOf<QfcDelta>((await client.json(request)).body);
    } catch (error) {
      if (error instanceof ProviderError && error.code === 'field_sync.provider_denied') return [];
      throw error;
    }
  }
}

function apiOf(url: string): string {
  return `${toBaseUrl(url) ?? url}/api/v1`;
}

const segment = encodeURIComponent;

function isMissing(error: unknown): boolean {
  return error instanceof ProviderError && error.code === 'field_sync.provider_missing';
}

function replaced(path: string, cause: unknown): ProviderError {
  const message = `QFieldCloud no longer has the listed version of ${path}. The next run fetches the newer version.`;
  return new ProviderError({ outcome: 'retry', code: 'field_sync.version_replaced', message }, cause);
}

function listOf<T>(body: unknown): T[] {
  if (!Array.isArray(body) || body.some((each) => typeof each !== 'object' || each === null))
    throw damaged('no list of objects where one is documented.');
  return body as T[];
}
