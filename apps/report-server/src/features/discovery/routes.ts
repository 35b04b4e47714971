import type { ReportServerOperations, ReportServerSchemas } from '@cairn/contracts';
import type { Actor, Handlers } from '@cairn/service';
import type { ReportServerConfig } from '../../config.ts';
import { dashboardPath } from '../dashboards/portal-entry.ts';
import type { DashboardService } from '../dashboards/service.ts';
import type { LicenseService } from '../license/service.ts';
import { reportPath } from '../reports/portal-entry.ts';
import type { ReportService } from '../reports/service.ts';
import type { ViewService } from '../views/service.ts';

type Item = ReportServerSchemas['ReportServerDiscovery']['items'][number];

interface DiscoveryDeps {
  views: ViewService;
  dashboards: DashboardService;
  reports: ReportService;
  license: LicenseService;
  config: Pick<ReportServerConfig, 'edition' | 'reportMgmtUrl'>;
}

/** What the catalog of the portal lists of this service. */
export function discoveryRoutes({
  views,
  dashboards,
  reports,
  license,
  config,
}: DiscoveryDeps): Handlers<ReportServerOperations, 'discover'> {
  const hasExplorer = config.edition === 'professional';

  async function listDashboards(actor: Actor, basePath: string): Promise<Item[]> {
    const { features } = await license.status();
    if (!hasExplorer || !features.includes('dashboards')) return [];
    const listed = await dashboards.list(actor);
    return listed.map(({ dashboard }) => ({
      id: String(dashboard.id),
      resource_type: 'dashboard',
      category: 'Dashboard',
      url: dashboardPath(dashboard, basePath),
      ...textsOf(actor, dashboard),
    }));
  }

  async function listMaps(actor: Actor, basePath: string): Promise<Item[]> {
    if (!hasExplorer || actor.kind !== 'user') return [];
    const listed = await views.list(actor);
    return listed
      .filter(({ kind }) => kind === 'map')
      .map((view) => ({
        id: `view:${view.id}`,
        resource_type: 'map',
        category: 'Saved view',
        url: `${basePath}/?view=${encodeURIComponent(view.key)}`,
        ...textsOf(actor, view),
      }));
  }

  async function listReports(actor: Actor, basePath: string): Promise<Item[]> {
    if (config.reportMgmtUrl) return [];
    const listed = await reports.list(actor, { archived: false });
    return listed.map(({ report }) => ({
      id: report.key,
      resource_type: 'report',
      category: 'Report',
      url: reportPath(report.key, basePath),
      ...textsOf(actor, report),
    }));
  }

  return {
    async discover(_input, actor, { basePath }) {
      const lists = await Promise.all([
        listDashboards(actor, basePath),
        listMaps(actor, basePath),
        listReports(actor, basePath),
      ]);
      return { service: 'report-server', resource_type: 'dashboard', items: lists.flat() };
    },
  };
}

interface Described {
  title: string;
  description: string;
  owner: string | null;
  updatedAt: Date;
}

/** Visitors do not see owners. */
function textsOf({ kind }: Actor, { title, description, owner, updatedAt }: Described) {
  const known = kind === 'anonymous' || owner === null ? {} : { owner };
  return { title, description, ...known, updated_at: updatedAt.toISOString() };
}
