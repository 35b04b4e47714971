import { createDataServiceContext } from '@cairn/app';
import type { DataServiceOverrides } from '@cairn/app';
import { createStorage } from '@cairn/files';
import type { Logger } from '@cairn/service';
import { createConfiguredMailer } from '@cairn/service/mail';
import type { MailTimeouts } from '@cairn/service/mail';
import type { ReportMgmtConfig } from './config.ts';
import type { ReportMgmtDatabase } from './db/schema.ts';
import { createDefinitions } from './features/definitions/create-definitions.ts';
import { createDeliveryService } from './features/deliveries/service.ts';
import { createDiscoveryService } from './features/discovery/service.ts';
import { createEmailTemplateService } from './features/email-templates/service.ts';
import { createEngine } from './features/engine/engine.ts';
import type { HttpTimes } from './features/engine/http-client.ts';
import { createExecutionService } from './features/executions/service.ts';
import { createProxyService } from './features/proxy/service.ts';
import { createRecipientService } from './features/recipients/service.ts';
import { createSchedules } from './features/schedules/create-schedules.ts';

export type Context = ReturnType<typeof buildContext>;

/** What tests replace. */
export interface Overrides extends DataServiceOverrides {
  /** The current time; that of the machine unless said otherwise. */
  now?: () => Date;
  /** How long the report engine may be silent. */
  engineTimes?: Partial<HttpTimes>;
  /** Pause before a report engine that is away is asked again. */
  engineRetryMs?: number;
  mailTimeouts?: Partial<MailTimeouts>;
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
  const storage = createStorage({ root: config.storageRoot });
  const mailer = createConfiguredMailer(config, {
    maxBytes: config.mailMaxBytes,
    ...(overrides.mailTimeouts ? { timeouts: overrides.mailTimeouts } : {}),
  });
  const address = `${config.publicUrl ?? 'http://localhost:8080'}${config.basePath}`;
  const definitions = createDefinitions({ ...base, config, logger, now });
  const proxy = createProxyService({ ...base, ...definitions, engine, now });
  return {
    ...base,
    ...definitions,
    discovery: createDiscoveryService({
      ...{ ...base, config, catalog: definitions.catalog, scanner: definitions.scanner },
      files: definitions.definitionFiles,
    }),
    storage,
    ...createSchedules({ ...base, ...definitions, now }),
    ...{ now, engine, proxy },
    engineRetryMs: overrides.engineRetryMs,
    ...{ mailer, address },
    recipients: createRecipientService(base),
    emailTemplates: createEmailTemplateService({ ...base, mailer, address, now }),
    deliveries: createDeliveryService({ ...base, storage, now }),
    executions: createExecutionService({ ...base, storage, now }),
    close: () =>
      base.close(async () => {
        definitions.stopFollowing();
        await proxy.settle();
        await engine.close();
      }),
  };
}
