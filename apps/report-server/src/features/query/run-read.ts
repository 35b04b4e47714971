import type { Actor } from '@cairn/service';
import type { Catalogues } from '../catalogue/snapshots.ts';
import type { Read, Statement } from '../datasources/read.ts';
import type { OpenReadOptions, Sessions } from '../datasources/sessions.ts';
import type { SealedDatasource } from '../datasources/types.ts';
import type { AnswerCache, Answer } from './cache.ts';
import { refuseCostly } from './cost.ts';
import { isChangedDatabase, toQueryError } from './read-error.ts';
import type { Source } from './types.ts';

/** A source that the actor may read, and its datasource. */
export interface OpenedSource {
  actor: Actor;
  datasource: SealedDatasource;
  source: Source;
  /** How it must be read: SQL that a person wrote has a session and names of its own. */
  reading?: Pick<OpenReadOptions, 'isPersonsSql' | 'searchPath'>;
}

export type ReadOptions = OpenReadOptions & {
  /** For statements that are meant to be costly, such as exports; the time limit remains. */
  skipCostCheck?: boolean;
};

export type ReadRunner = ReturnType<typeof createReadRunner>;

interface RunnerDeps {
  sessions: Sessions;
  catalogues: Catalogues;
  cache: AnswerCache;
  maxCost: number;
}

/** Runs compiled statements. */
export function createReadRunner({ sessions, catalogues, cache, maxCost }: RunnerDeps) {
  /**
   * Runs `work` in one read transaction of a source, after the cost of `statements` was checked.
   * @throws {AppError} bad_request with the estimate above the limit; unavailable when the database is gone or too slow
   */
  async function runRead<T>(
    { actor, datasource, reading }: Omit<OpenedSource, 'source'>,
    statements: Statement[],
    { work, ...options }: ReadOptions & { work: (read: Read) => Promise<T> },
  ): Promise<T> {
    try {
      return await sessions.openRead(
        datasource,
        actor,
        async (read) => {
          if (!options.skipCostCheck) {
            for (const statement of statements) await refuseCostly(read, statement, maxCost);
          }
          return work(read);
        },
        { ...options, ...reading },
      );
    } catch (error) {
      if (isChangedDatabase(error)) catalogues.forget(datasource);
      throw toQueryError(error);
    }
  }

  return {
    runRead,

    /** As `runRead`, from the cache of the last minute where it can be: `statements` and the options are all that it depends on. */
    runCached<A extends Answer>(
      opened: OpenedSource,
      statements: Statement[],
      { work, kind, signal, ...options }: ReadOptions & { kind: string; work: (read: Read) => Promise<A> },
    ): Promise<A> {
      const run = (shared: AbortSignal) => runRead(opened, statements, { ...options, work, signal: shared });
      return cache.get(cacheKey(opened, statements, [kind, options.timeZone ?? 'UTC']), run, signal);
    },
  };
}

/** Row policies and token filters are in the text and the values. */
export function cacheKey(
  { actor, datasource, source }: OpenedSource,
  statements: Statement[],
  more: string[],
): string {
  const person = source.table.dependsOnPerson ? [actor.id, actor.groupIds] : [];
  const asked = statements.map(({ text, values = [] }) => [text, values]);
  return JSON.stringify([datasource.id, datasource.revision, person, more, asked]);
}
