import { LRUCache } from 'lru-cache';
import { ProviderError } from '../errors.ts';
import { damaged, failureOfAnswer } from '../outcome.ts';
import type { ProviderAnswer } from '../outcome.ts';
import { parseJson } from '../provider-client.ts';
import type { ProviderClient } from '../provider-client.ts';
import type { TokenVerdict } from '../sign-in.ts';
import type { PollResult } from '../types.ts';
import { isProjectId } from './projects.ts';
import type { MerginProjects } from './projects.ts';
import type { MerginItemError, MerginProject, MerginProjectV2 } from './types.ts';
import { toDate, toVersion } from './versions.ts';

const BATCH = 100;
const BY_NAMES = 50;
/** How long a project that is missing under a valid token is believed to be so without another look at the token. */
const BELIEVED_MS = 5 * 60_000;
/** Until a server that lacks v2 is asked for it again. */
const LACKING_MS = 3_600_000;

interface PollDeps {
  client: ProviderClient;
  projects: MerginProjects;
  now(): Date;
}

/**
 * Asks for many projects in one call: `v2/projects/batch`, or `by_names` of v1 where a server lacks it or is in maintenance, which
 * refuses every other POST. An item with an error counts under a valid token only: with an expired one the caller is a visitor.
 */
export function createPoll({ client, projects, now }: PollDeps) {
  const believed = new LRUCache<string, number>({ max: 10_000, ttl: BELIEVED_MS });
  let lacksBatchUntil = 0;

  function judgeItems(items: (answer: ProviderAnswer) => [string, number | null][]) {
    return (answer: ProviderAnswer): TokenVerdict => {
      if (answer.status !== 200) return 'accepted';
      const isDoubtful = items(answer).some(([key, error]) => error !== null && believed.get(key) !== error);
      return isDoubtful ? 'doubtful' : 'accepted';
    };
  }

  function toResult(
    key: string,
    item: Partial<MerginProject & MerginProjectV2 & MerginItemError>,
  ): PollResult {
    if (item.error !== undefined) {
      believed.set(key, item.error);
      return toProblem(item.error);
    }
    believed.delete(key);
    return { version: toVersion(item.version), updatedAt: toDate(item.updated_at ?? item.updated) };
  }

  /** Null where the server does not answer to batches, for now or at all. */
  async function batch(ids: string[], signal?: AbortSignal): Promise<Map<string, PollResult> | null> {
    if (now().getTime() < lacksBatchUntil) return null;
    const request = { method: 'POST' as const, path: '/v2/projects/batch', json: { ids }, signal };
    const answer = await client.answer(
      request,
      judgeItems((each) => batchItems(each).map((item) => [item.id, errorOf(item)])),
    );
    if (answer.status === 404 || answer.status === 405) lacksBatchUntil = now().getTime() + LACKING_MS;
    if ([404, 405, 503].includes(answer.status)) return null;
    if (answer.status !== 200) throw new ProviderError(failureOfAnswer(answer, now()));
    const results = new Map<string, PollResult>();
    for (const item of batchItems(answer)) {
      const { id, name, workspace } = item;
      // Shows that a project was renamed.
      if (workspace?.name && name) projects.learn({ id, namespace: workspace.name, name });
      results.set(id.toLowerCase(), toResult(id, item));
    }
    return results;
  }

  async function askByNames(
    keys: string[],
    signal?: AbortSignal,
  ): Promise<Record<string, MerginProject & Partial<MerginItemError>>> {
    const request = {
      method: 'POST' as const,
      path: '/v1/project/by_names',
      json: { projects: keys },
      signal,
    };
    const judge = judgeItems((each) =>
      Object.entries(namedItems(each)).map(([key, item]) => [key, errorOf(item)]),
    );
    const answer = await client.answer(request, judge);
    if (answer.status !== 200) throw new ProviderError(failureOfAnswer(answer, now()));
    return namedItems(answer);
  }

  /** A project that is not under its name any more may have another one, or the name another project. */
  async function lookUp(id: string, signal?: AbortSignal): Promise<PollResult> {
    try {
      const { version, updated } = await projects.byId(id, signal);
      return { version: toVersion(version), updatedAt: toDate(updated) };
    } catch (error) {
      if (!(error instanceof ProviderError) || error.outcome !== 'pause') throw error;
      return toProblem(error.code.endsWith('_missing') ? 404 : 403);
    }
  }

  async function byNames(ids: string[], signal?: AbortSignal): Promise<Map<string, PollResult>> {
    const results = new Map<string, PollResult>();
    const keys = new Map<string, string>();
    for (const id of ids) {
      const name = await projects.nameOf(id, signal).catch((error: unknown) => {
        if (error instanceof ProviderError && error.outcome === 'pause') return null;
        throw error;
      });
      if (name) keys.set(`${name.namespace}/${name.name}`, id);
      else results.set(id, await lookUp(id, signal));
    }
    for (const chunk of chunksOf([...keys.keys()], BY_NAMES)) {
      const items = await askByNames(chunk, signal);
      for (const key of chunk) {
        const id = keys.get(key)!;
        const item = items[key];
        results.set(id, item?.id === id ? toResult(id, item) : await lookUp(id, signal));
      }
    }
    return results;
  }

  async function named(keys: string[], signal?: AbortSignal): Promise<Map<string, PollResult>> {
    const results = new Map<string, PollResult>();
    for (const chunk of chunksOf(keys, BY_NAMES)) {
      const items = await askByNames(chunk, signal);
      for (const key of chunk) results.set(key, toResult(key, items[key] ?? { error: 404 }));
    }
    return results;
  }

  return async function poll(ids: readonly string[], signal?: AbortSignal): Promise<Map<string, PollResult>> {
    const results = new Map<string, PollResult>();
    for (const chunk of chunksOf(ids.filter(isProjectId), BATCH)) {
      const keys = chunk.map((id) => id.toLowerCase());
      const found = (await batch(keys, signal)) ?? (await byNames(keys, signal));
      for (const id of chunk) results.set(id, found.get(id.toLowerCase()) ?? toProblem(404));
    }
    const others = await named(
      ids.filter((id) => !isProjectId(id)),
      signal,
    );
    return new Map([...results, ...others]);
  };
}

function toProblem(error: number): PollResult {
  if (error === 404) {
    const sentence =
      'Mergin Maps has no such project, or hides it from the account. Check whether it was deleted or moved.';
    return { problem: 'missing', sentence };
  }
  const sentence =
    'Mergin Maps denies access to the project. Check that the account of the server may read it.';
  return { problem: 'denied', sentence };
}

function batchItems(answer: ProviderAnswer): (MerginProjectV2 & Partial<MerginItemError>)[] {
  const { projects } = parseJson(answer) as {
    projects?: (MerginProjectV2 & Partial<MerginItemError>)[];
  };
  if (!Array.isArray(projects) || projects.some((each) => typeof each?.id !== 'string')) {
    throw damaged('a batch without projects.');
  }
  return projects;
}

function namedItems(answer: ProviderAnswer): Record<string, MerginProject & Partial<MerginItemError>> {
  const items = parseJson(answer);
  if (Array.isArray(items)) throw damaged('no projects by name.');
  return items as Record<string, MerginProject & Partial<MerginItemError>>;
}

function errorOf(item: Partial<MerginItemError> | null): number | null {
  return item?.error ?? null;
}

function chunksOf<T>(items: readonly T[], size: number): T[][] {
  const chunks: T[][] = [];
  for (let from = 0; from < items.length; from += size) chunks.push(items.slice(from, from + size));
  return chunks;
}
