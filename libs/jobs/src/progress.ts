import type { Logger } from 'pino';
import { withoutNul } from './json.ts';
import type { Statement, Store } from './store.ts';

export interface ProgressRequest {
  store: Store;
  id: number;
  fence: number;
  log: Logger;
}

export interface Report {
  progress: number | undefined;
  stage: string | undefined;
}

const everyMs = 500;

/** $1: id, $2: fence, $3: percent, $4: sentence. Skips a locked row: the job's own transaction may hold it for long. */
const writing: Statement = {
  name: 'progress',
  text: `
    update {jobs} set progress = coalesce($3::smallint, progress), stage = coalesce($4::text, stage)
    where id = (
      select id from {jobs} where id = $1 and fence = $2 and status = 'running' for no key update skip locked
    )`,
};

/** Keeps the latest report and writes it at most every 500 ms, so that a tight loop may report as often as it likes. */
export function createProgress({ store, id, fence, log }: ProgressRequest) {
  let latest: Report = { progress: undefined, stage: undefined };
  let pending = false;
  let timer: NodeJS.Timeout | undefined;
  let lastWrite = -Infinity;

  function report(percent: number, stage?: string): void {
    latest = {
      progress: Number.isFinite(percent) ? Math.min(Math.max(Math.round(percent), 0), 100) : latest.progress,
      stage: stage === undefined ? latest.stage : withoutNul(stage),
    };
    pending = true;
    timer ??= setTimeout(() => void write(), Math.max(0, lastWrite + everyMs - performance.now()));
  }

  async function write(): Promise<void> {
    lastWrite = performance.now();
    timer = undefined;
    pending = false;
    const { progress, stage } = latest;
    try {
      await store.run(writing, [id, fence, progress ?? null, stage ?? null]);
    } catch (error) {
      log.warn({ err: error, jobId: id }, 'job progress not written');
    }
  }

  /** Stops writing and returns the report that was not written. */
  function stop(): Partial<Report> {
    clearTimeout(timer);
    return pending ? latest : {};
  }

  return { report, stop };
}
