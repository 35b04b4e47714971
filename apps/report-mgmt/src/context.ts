import { createDataServiceContext } from '@cairn/app';
import type { DataServiceOverrides } from '@cairn/app';
import { createStorage } from '@cairn/files';
import type { Logger } from '@cairn/service';
import type { ReportMgmtConfig } from './config.ts';
import type { ReportMgmtDatabase } from './db/schema.ts';
import { createDefinitions } from './features/definitions/create-definitions.ts';
import { createEngine } from './features/engine/engine.ts';
import type { HttpTimes } from './features/engine/http-client.ts';
import { createSchedules } from './features/schedules/create-schedules.ts';

export type Context = ReturnType<typeof buildContext>;

/** What tests replace. */
export interface Overrides extends DataServiceOverrides {
  /** The current time; that of the machine unless said otherwise. */
  now?: () => Date;
  /** How long the report engine may be silent. */
  engineTimes?: Partial<HttpTimes>;
  /** How long a caller of Run now waits for the end of the run, in milliseconds. */
  runNowWaitMs?: number;
}

/** The only place that wires the parts of report management together. */
export function buildContext(config: ReportMgmtConfig, logger: Logger, overrides: Overrides = {}) {
  const base = createDataServiceContext<ReportMgmtDatabase, ReportMgmtConfig>({
    ...{ name: 'report-mgmt', config, logger, overrides },
  });
  const engine = createEngine(config, {
    logger,
    ...(overrides.engineTimes ? { times: overrides.engineTimes } : {}),
  });
  const now = overrides.now ?? (() => new Date());
  const definitions = createDefinitions({ ...base, config, logger });
  return {
    ...base,
    ...definitions,
    storage: createStorage({ root: config.storageRoot }),
    ...createSchedules({
      ...{ ...base, ...definitions, now },
      ...(overrides.runNowWaitMs === undefined ? {} : { runNowWaitMs: overrides.runNowWaitMs }),
    }),
    now,
    engine,
    close: () => base.close(() => engine.close()),
  };
}
