import { ProviderError } from '../errors.ts';
import type { PollResult } from '../types.ts';
import { toVersion } from './mapper.ts';
import type { QfcProject } from './types.ts';

export interface ProjectPage {
  projects: QfcProject[];
  /** All projects that the account sees. */
  total: number;
}

/** How a poll asks: a page of the list from an offset, or one project. */
export interface PollCalls {
  page(offset: number, signal?: AbortSignal): Promise<ProjectPage>;
  project(id: string, signal?: AbortSignal): Promise<QfcProject>;
}

export const PAGE_SIZE = 100;

/**
 * Polls with the fewer calls: pages of the list, or one call a project. The first page says how many there are, and the number is
 * kept for the next poll. Projects that the list lacks, such as public ones of others, are asked for themselves.
 */
export function createPoll({ page, project }: PollCalls) {
  let visible: number | null = null;

  return async function poll(ids: readonly string[], signal?: AbortSignal): Promise<Map<string, PollResult>> {
    const results = new Map<string, PollResult>();
    const missing = new Set(ids);
    for (
      let offset = 0;
      missing.size > 1 && remainingPages(visible, offset) <= missing.size;
      offset += PAGE_SIZE
    ) {
      const { projects, total } = await page(offset, signal);
      visible = total;
      for (const each of projects) if (missing.delete(each.id)) results.set(each.id, toPollResult(each));
      if (offset + PAGE_SIZE >= total) break;
    }
    for (const id of missing) results.set(id, await project(id, signal).then(toPollResult, toProblem));
    return results;
  };
}

function remainingPages(visible: number | null, offset: number): number {
  return visible === null ? 1 : Math.ceil((visible - offset) / PAGE_SIZE);
}

function toPollResult(project: QfcProject): PollResult {
  const { version, updatedAt } = toVersion(project);
  return { version, updatedAt };
}

/** A project that is gone or closed, or an id that is malformed, is an answer of the poll; anything else ends it. */
const PROBLEMS: Record<string, 'missing' | 'denied'> = {
  'field_sync.provider_denied': 'denied',
  'field_sync.provider_missing': 'missing',
  'field_sync.provider_rejected': 'missing',
};

function toProblem(error: unknown): PollResult {
  const problem = error instanceof ProviderError ? PROBLEMS[error.code] : undefined;
  if (problem === undefined) throw error;
  return { problem, sentence: (error as ProviderError).message };
}
