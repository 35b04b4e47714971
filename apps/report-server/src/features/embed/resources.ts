import type { Auth } from '@cairn/auth';
import type { Template } from '@cairn/report-engine';
import type { Actor } from '@cairn/service';
import type { Db } from '../../db/schema.ts';
import { dashboardResource } from '../dashboards/portal-entry.ts';
import { findDashboard } from '../dashboards/repo.ts';
import { readWidgetViews } from '../dashboards/widget-views.ts';
import type { LicenseService } from '../license/service.ts';
import { reportResource } from '../reports/portal-entry.ts';
import { findReport } from '../reports/repo.ts';
import type { Report } from '../reports/types.ts';
import { findVersion } from '../reports/version-repo.ts';
import { findViewByOwner } from '../views/repo.ts';
import type { ViewSource } from '../views/types.ts';
import type { EmbeddedResource, EmbedResource } from './types.ts';

interface ResourceDeps {
  db: Db;
  auth: Auth;
  license: LicenseService;
}

/** The resource, if the person may view it; the datasources that it reads are not checked. */
export async function findEmbeddable(
  { db, auth, license }: ResourceDeps,
  actor: Actor,
  { type, key, owner }: EmbedResource,
): Promise<EmbeddedResource | null> {
  if (type === 'report' || type === 'map-report') {
    const report = await findReport(db, key);
    if (!report || report.archivedAt) return null;
    if (!(await auth.allows(actor, { ...reportResource(key), permission: 'view' }))) return null;
    return { kind: 'report', report, datasources: report.datasource === null ? [] : [report.datasource] };
  }
  if (type === 'view') {
    const view = owner === null ? null : await findViewByOwner(db, { owner, key });
    // A view is its owner's alone.
    if (!view || view.ownerId !== actor.id) return null;
    return { kind: 'view', view, datasources: await sourceDatasources(db, [view.source]) };
  }
  const { features } = await license.status();
  const dashboard = owner === null ? null : await findDashboard(db, owner, key);
  if (!dashboard || !features.includes('dashboards')) return null;
  if (!(await auth.allows(actor, { ...dashboardResource(dashboard.id), permission: 'view' }))) return null;
  const views = Object.values(await readWidgetViews(db, dashboard.layout));
  const sources = views.flatMap((view) => (view ? [view.source] : []));
  return { kind: 'dashboard', dashboard, datasources: await sourceDatasources(db, sources) };
}

export async function readTemplateOf(db: Db, report: Report): Promise<Template> {
  const version = await findVersion(db, report.id, report.version);
  if (!version) throw new Error(`The report ${report.key} has no version ${report.version}.`);
  return version.template;
}

/** Keys of the datasources that tables and reports are read from. */
async function sourceDatasources(db: Db, sources: ViewSource[]): Promise<string[]> {
  const keys = new Set<string>();
  for (const { datasource, report } of sources) {
    if (datasource !== undefined) keys.add(datasource);
    else if (report !== undefined) {
      const key = (await findReport(db, report))?.datasource;
      if (key) keys.add(key);
    }
  }
  return [...keys];
}
