import { isUniqueViolation } from '@cairn/db';
import type { Auth, PortalRegistry } from '@cairn/auth';
import type { Actor, AuditContext } from '@cairn/service';
import type { Db } from '../../db/schema.ts';
import { ownerOf } from '../access/owner.ts';
import { slugOf } from '../access/slug.ts';
import { checkTitle } from '../access/title.ts';
import { recordAudit } from '../audit/repo.ts';
import { checkLayout } from './check-layout.ts';
import { dashboardClosed, dashboardExists, dashboardStale, noSuchDashboard } from './errors.ts';
import { DASHBOARD, dashboardResource, registerDashboard } from './portal-entry.ts';
import {
  findDashboard,
  findDeletedDashboard,
  insertDashboard,
  listDashboards,
  markDeleted,
  unmarkDeleted,
  updateDashboard,
} from './repo.ts';
import type {
  Dashboard,
  DashboardFields,
  DashboardInput,
  DashboardUpdate,
  OpenDashboard,
  Permission,
} from './types.ts';
import { checkViews, readWidgetViews } from './widget-views.ts';

export type DashboardService = ReturnType<typeof createDashboardService>;

interface DashboardDeps {
  db: Db;
  auth: Auth;
  registry: PortalRegistry | null;
  config: { basePath: string };
}

export interface DashboardName {
  owner: string;
  key: string;
}

/** Dashboards, which the portal shares. Their data come from the explorer's routes, with the rights of the viewer. */
export function createDashboardService({ db, auth, registry, config: { basePath } }: DashboardDeps) {
  /** A dashboard that the caller may view. @throws {AppError} not_found */
  async function requireDashboard(
    actor: Actor,
    { owner, key }: DashboardName,
  ): Promise<Omit<OpenDashboard, 'views'>> {
    const dashboard = await findDashboard(db, owner, key.toLowerCase());
    const access = dashboard && (await auth.access(actor, dashboardResource(dashboard.id)));
    if (!access) throw noSuchDashboard(owner, key);
    return { dashboard, permission: access.permission };
  }

  async function open(actor: Actor, name: DashboardName): Promise<OpenDashboard> {
    const found = await requireDashboard(actor, name);
    return { ...found, views: await readWidgetViews(db, found.dashboard.layout) };
  }

  return {
    open,

    /** Dashboards that the caller may view, with what the caller may do. */
    async list(actor: Actor): Promise<{ dashboard: Dashboard; permission: Permission }[]> {
      const levels = await auth.accessLevels(actor, DASHBOARD);
      const ids = levels.visible === 'all' ? 'all' : levels.visible.map(Number);
      const dashboards = await listDashboards(db, ids);
      return dashboards.map((dashboard) => ({
        dashboard,
        permission: levels.of(String(dashboard.id))?.permission ?? 'view',
      }));
    },

    async create(actor: Actor, input: DashboardInput, cause: AuditContext): Promise<OpenDashboard> {
      const owner = ownerOf(actor);
      const fields = checkInput(input);
      const key = input.key?.toLowerCase() ?? slugOf(fields.title, 'dashboard');
      await checkViews(db, { layout: fields.layout, former: [], username: owner.username });
      return db.transaction().execute(async (trx) => {
        const dashboard = await insertDashboard(trx, owner, { key, ...fields });
        if (!dashboard) throw dashboardExists(key);
        await record(trx, dashboard, { event: 'dashboard.created', cause });
        // Last, so that a portal that does not answer leaves no dashboard behind.
        await registerDashboard(registry, dashboard, { basePath, isNew: true });
        return { dashboard, permission: 'admin', views: await readWidgetViews(trx, fields.layout) };
      });
    },

    /** @throws {AppError} forbidden without `edit`, conflict when `revision` is not the current one */
    async update(
      actor: Actor,
      name: DashboardName,
      { input, cause }: { input: DashboardUpdate; cause: AuditContext },
    ): Promise<OpenDashboard> {
      const { dashboard: former, permission } = await requireDashboard(actor, name);
      if (permission === 'view') throw dashboardClosed('edit');
      const fields = checkInput(input);
      const { username } = ownerOf(actor);
      await checkViews(db, { layout: fields.layout, former: former.layout, username });
      const updated = await db.transaction().execute(async (trx) => {
        const dashboard = await updateDashboard(trx, { id: former.id, revision: input.revision }, fields);
        if (!dashboard) return false;
        await record(trx, dashboard, { event: 'dashboard.changed', cause });
        if (dashboard.title !== former.title)
          await registerDashboard(registry, dashboard, { basePath, isNew: false });
        return true;
      });
      const current = await open(actor, name);
      if (!updated) throw dashboardStale(current);
      return current;
    },

    /** @throws {AppError} forbidden without `admin` */
    async remove(actor: Actor, name: DashboardName, cause: AuditContext): Promise<void> {
      const { dashboard, permission } = await requireDashboard(actor, name);
      if (permission !== 'admin') throw dashboardClosed('delete');
      await db.transaction().execute(async (trx) => {
        await markDeleted(trx, dashboard.id);
        await record(trx, dashboard, { event: 'dashboard.deleted', cause });
      });
    },

    /** The portal has kept its permissions. @throws {AppError} conflict where its owner has another one with the key */
    async restore(actor: Actor, name: DashboardName, cause: AuditContext): Promise<OpenDashboard> {
      const { owner } = name;
      const key = name.key.toLowerCase();
      const deleted = await findDeletedDashboard(db, owner, key);
      const access = deleted && (await auth.access(actor, dashboardResource(deleted.id)));
      if (access?.permission !== 'admin') throw noSuchDashboard(owner, key);
      const restoring = db.transaction().execute(async (trx) => {
        await unmarkDeleted(trx, deleted!.id);
        await record(trx, deleted!, { event: 'dashboard.restored', cause });
      });
      await restoring.catch((error: unknown) => {
        throw isUniqueViolation(error) ? dashboardExists(key) : error;
      });
      return open(actor, name);
    },
  };
}

function record(
  trx: Db,
  { id, key, title, revision }: Dashboard,
  {
    event,
    cause,
  }: { event: `dashboard.${'created' | 'changed' | 'deleted' | 'restored'}`; cause: AuditContext },
): Promise<void> {
  return recordAudit(trx, { event, cause, objectId: id, subject: title, details: { key, revision } });
}

function checkInput(input: DashboardInput | DashboardUpdate): DashboardFields {
  const { description = '', layout = [], filters = [], parameters = {} } = input;
  const fields = {
    title: checkTitle(input.title),
    description: description.trim(),
    layout,
    filters,
    parameters,
  };
  checkLayout(fields);
  return fields;
}
