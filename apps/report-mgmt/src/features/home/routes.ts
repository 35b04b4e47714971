import type { ReportMgmtOperations } from '@cairn/contracts';
import { respond } from '@cairn/service';
import type { Call, Handlers } from '@cairn/service';

type Operation = 'home' | 'homeIndex';

/** The addresses without a page of their own lead to the catalog of reports. */
export function homeRoutes(): Handlers<ReportMgmtOperations, Operation> {
  const toCatalog = (_input: unknown, _actor: unknown, { basePath }: Call) =>
    respond(302, undefined, { Location: `${basePath}/reports/index.php` });
  return { home: toCatalog, homeIndex: toCatalog };
}
