import type { ReportServerOperations } from '@cairn/contracts';
import { auditContext, respond } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import { licensed } from '../license/licensed.ts';
import type { LicenseService } from '../license/service.ts';
import { toViewBody } from '../views/mapper.ts';
import { toDashboardBody, toDashboardSummary } from './mapper.ts';
import type { DashboardService } from './service.ts';
import type { WidgetService } from './widget-service.ts';

type Operation =
  | 'addWidget'
  | 'removeWidget'
  | 'listWidgets'
  | 'listDashboards'
  | 'createDashboard'
  | 'getDashboard'
  | 'updateDashboard'
  | 'deleteDashboard'
  | 'restoreDashboard';

interface DashboardRouteDeps {
  dashboards: DashboardService;
  widgets: WidgetService;
  license: LicenseService;
}

export function dashboardRoutes({
  dashboards,
  widgets,
  license,
}: DashboardRouteDeps): Handlers<ReportServerOperations, Operation> {
  return licensed<Handlers<ReportServerOperations, Operation>>(license, 'dashboards', {
    addWidget: async ({ path }, actor) => toViewBody(await widgets.setWidget(actor, path.key, true)),

    removeWidget: async ({ path }, actor) => toViewBody(await widgets.setWidget(actor, path.key, false)),

    async listWidgets(_input, actor) {
      const listed = await widgets.list(actor);
      return {
        widgets: listed.map(({ view, dashboards: showing }) => ({
          view: toViewBody(view),
          dashboards: showing.map(({ owner, key, title }) => ({ owner, key, title })),
        })),
      };
    },

    async listDashboards(_input, actor) {
      const listed = await dashboards.list(actor);
      return {
        dashboards: listed.map(({ dashboard, permission }) => toDashboardSummary(dashboard, permission)),
      };
    },

    createDashboard: async ({ body }, actor, call) =>
      respond(201, toDashboardBody(await dashboards.create(actor, body, auditContext(actor, call)))),

    getDashboard: async ({ path }, actor) => toDashboardBody(await dashboards.open(actor, path)),

    async updateDashboard({ path, body }, actor, call) {
      const change = { input: body, cause: auditContext(actor, call) };
      return toDashboardBody(await dashboards.update(actor, path, change));
    },

    async deleteDashboard({ path }, actor, call) {
      await dashboards.remove(actor, path, auditContext(actor, call));
      return respond(204);
    },

    restoreDashboard: async ({ path }, actor, call) =>
      toDashboardBody(await dashboards.restore(actor, path, auditContext(actor, call))),
  });
}
