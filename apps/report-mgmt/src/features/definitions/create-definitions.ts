import type { Logger } from '@cairn/service';
import type { ReportMgmtConfig } from '../../config.ts';
import type { Db } from '../../db/schema.ts';
import { createCatalog } from './catalog.ts';
import { createDatasourceNames } from './datasources.ts';
import { createRegistry } from './disk/registry.ts';
import { createDefinitionWatch } from './disk/watch.ts';
import { createBuiltDefinitions } from './publish/built-definitions.ts';
import { createDeletedDefinitions } from './publish/deleted-definitions.ts';
import { createPublishService } from './publish/publish-service.ts';
import { createPublicList } from './public-list.ts';
import { createPublicReports } from './public-reports.ts';
import { createReportServer } from './report-server.ts';
import type { PortalDeps } from './report-resource.ts';
import { createScanner } from './scan.ts';
import { createDefinitionService } from './service.ts';
import { createTemplateSync } from './template-sync.ts';

interface Deps extends Pick<PortalDeps, 'auth' | 'registry'> {
  db: Db;
  config: ReportMgmtConfig;
  logger: Logger;
  now: () => Date;
}

/** The parts that keep definitions. */
export function createDefinitions({ db, auth, registry, config, logger, now }: Deps) {
  const files = createRegistry({ root: config.reportsRoot, logger });
  const publicReports = createPublicReports({ auth });
  const scanner = createScanner({ db, auth, registry, config, logger, files, publicReports });
  const publicList = createPublicList({ files, scanner, publicReports });
  const reportServer = createReportServer(config);
  const datasourceNames = createDatasourceNames({ reportServer, config });
  const definitions = createDefinitionService({
    ...{ db, auth, config, files, publicList, datasourceNames, reportServer },
  });
  const watch = createDefinitionWatch(config.reportsRoot, () => {
    // Whatever fails now is repeated, and logged, by the periodic scan.
    follow()
      .then(() => Promise.all([scanner.register(), templates.sendAll()]))
      .catch(() => undefined);
  });

  /** Scans, and watches what the scan has found. */
  async function follow(): Promise<void> {
    await scanner.update().finally(() => watch.follow(files.entries(), files.isAway()));
  }

  const catalog = createCatalog({ auth, files, scanner });
  const templates = createTemplateSync({ db, config, files, reportServer, logger });
  const portal = { auth, registry, config };
  const deletedDefinitions = createDeletedDefinitions({ db, registry, config, scanner, reportServer, now });
  const builtDefinitions = createBuiltDefinitions({
    ...portal,
    ...{ db, files, scanner, config, deleted: deletedDefinitions },
  });
  const publishing = createPublishService({
    ...portal,
    ...{ db, files, scanner, templates, definitions, config },
  });
  return {
    ...{ definitions, scanner, publicList, catalog, templates, reportServer },
    ...{ definitionFiles: files, publishing, deletedDefinitions, builtDefinitions },
    followDefinitions: follow,
    stopFollowing: () => watch.close(),
  };
}
