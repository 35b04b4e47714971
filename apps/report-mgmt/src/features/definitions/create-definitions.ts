import type { Logger } from '@cairn/service';
import type { ReportMgmtConfig } from '../../config.ts';
import type { Db } from '../../db/schema.ts';
import { createDatasourceNames } from './datasources.ts';
import { createRegistry } from './disk/registry.ts';
import { createPublicList } from './public-list.ts';
import { createPublicReports } from './public-reports.ts';
import { createReportServer } from './report-server.ts';
import type { PortalDeps } from './report-resource.ts';
import { createScanner } from './scan.ts';
import { createDefinitionService } from './service.ts';

interface Deps extends Pick<PortalDeps, 'auth' | 'registry'> {
  db: Db;
  config: ReportMgmtConfig;
  logger: Logger;
}

/** The parts that keep definitions. */
export function createDefinitions({ db, auth, registry, config, logger }: Deps) {
  const files = createRegistry({ root: config.reportsRoot, logger });
  const publicReports = createPublicReports({ auth });
  const scanner = createScanner({ db, auth, registry, config, logger, files, publicReports });
  const publicList = createPublicList({ files, scanner, publicReports });
  const reportServer = createReportServer(config);
  const datasourceNames = createDatasourceNames({ reportServer, config });
  const definitions = createDefinitionService({
    ...{ auth, config, files, publicList, datasourceNames, reportServer },
  });
  return { definitions, scanner, publicList };
}
