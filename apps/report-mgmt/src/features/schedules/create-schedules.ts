import type { Jobs } from '@cairn/jobs';
import type { Logger } from '@cairn/service';
import type { ReportMgmtConfig } from '../../config.ts';
import type { Db } from '../../db/schema.ts';
import type { DefinitionService } from '../definitions/service.ts';
import { findTemplateId } from './repo.ts';
import { createRunNow } from './run-now.ts';
import { createScheduleService } from './service.ts';
import { createTick } from './tick.ts';

/** How long a caller of Run now waits for the end of the run. */
const RUN_NOW_WAIT_MS = 300_000;

interface Deps {
  db: Db;
  jobs: Jobs;
  config: ReportMgmtConfig;
  logger: Logger;
  now: () => Date;
  definitions: Pick<DefinitionService, 'find' | 'listDatasources'>;
}

/** The parts that keep and run schedules. */
export function createSchedules({ db, jobs, config, logger, now, definitions }: Deps) {
  return {
    schedules: createScheduleService({
      ...{ db, now, defaultTimeZone: config.defaultTimeZone },
      findReport: (key) => definitions.find(key),
      listDatasources: () => definitions.listDatasources(),
      findTemplateId: (idOrName) => findTemplateId(db, idOrName),
    }),
    runNow: createRunNow({ db, jobs, now, waitMs: RUN_NOW_WAIT_MS }),
    tick: createTick({ db, jobs, logger, now }),
  };
}
