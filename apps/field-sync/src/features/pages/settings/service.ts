import { html } from '@cairn/service';
import type { Actor, Markup } from '@cairn/service';
import type { Db } from '../../../db/schema.ts';
import type { RetainedPackage } from '../../packages/types.ts';
import type { ServiceControl } from '../../project-service/control.ts';
import type { Provider } from '../../providers/types.ts';
import { requireReadable, rightsOn } from '../../projects/rights.ts';
import type { ProjectRights } from '../../projects/rights.ts';
import { findCurrentPlan } from '../../runs/plan-repo.ts';
import type { TargetRequest } from '../../runs/types.ts';
import type { SyncedTables, TargetPlace } from '../../synced-tables/types.ts';
import { findFailure, findPublication } from '../../web-publishing/publication-repo.ts';
import { pageHead } from '../components.ts';
import { noSuchProject } from '../errors.ts';
import type { PageContent } from '../send-page.ts';
import type { StoredProject } from '../types.ts';
import {
  findDaemon,
  findDatabaseLinks,
  findFileTargets,
  findProjects,
  findRuns,
  findServers,
} from '../view-repo.ts';
import { conflictsTab } from './conflicts-tab.ts';
import { editsTab } from './edits-tab.ts';
import { filesTab } from './files-tab.ts';
import { frequencyTab } from './frequency-tab.ts';
import { readPairs } from './geometry-pairs.ts';
import { historyTab } from './history-tab.ts';
import { lostRowsMaps } from './lost-rows-maps.ts';
import { mapTab } from './map-tab.ts';
import { plansTab } from './plans-tab.ts';
import { projectFacts, projectTab } from './project-tab.ts';
import { findRunsByUuid, findTableNames } from './run-view-repo.ts';
import { runsTab } from './runs-tab.ts';
import { readMap } from './read-map.ts';
import type { MapDeps } from './read-map.ts';
import { settingsPage } from './settings-page.ts';
import { synchronizeTab } from './synchronize-tab.ts';
import type { RowRequest, SettingsTab } from './tabs.ts';
import { PAGE_ROWS, readProvider, readTarget } from './read-outside.ts';
import { webPanel } from './web-panel.ts';

const RECENT_RUNS = 10;
const SHOWN_RUNS = 200;

export interface SettingsDeps extends Pick<MapDeps, 'tableData'> {
  db: Db;
  now(): Date;
  serviceControl: Pick<ServiceControl, 'status'>;
  /** Kept packages of a project, the newest first. */
  listPackages(projectId: number): Promise<RetainedPackage[]>;
  placeOf(project: TargetRequest): Promise<TargetPlace>;
  target: Pick<SyncedTables, 'readHistory' | 'readConflicts' | 'readHeld'>;
  providerOf(serverId: number): Promise<Pick<Provider, 'resolve' | 'waiting'>>;
  /** Whether projects can be published on the web. */
  canPublish: boolean;
}

/** What the query of the settings page says. */
export interface SettingsRequest extends RowRequest {
  id?: string;
  tab?: SettingsTab;
}

/** The settings of a project, tab by tab. */
export function createSettingsService(deps: SettingsDeps) {
  const { db, now, serviceControl, listPackages, placeOf, providerOf, target, tableData, canPublish } = deps;

  /** @throws {AppError} not_found; forbidden for projects that the actor may not read */
  async function findProject(actor: Actor, id: string): Promise<StoredProject> {
    const [project] = /^[1-9]\d{0,8}$/.test(id) ? await findProjects(db, { ids: [Number(id)] }) : [];
    if (!project) throw noSuchProject();
    await requireReadable(db, actor, project.id);
    return project;
  }

  async function tabContent(
    project: StoredProject,
    tab: SettingsTab,
    { request, rights }: { request: RowRequest; rights: ProjectRights },
  ): Promise<Markup> {
    const { mayChange } = rights;
    switch (tab) {
      case 'synchronize': {
        const row = { ...project, service: await serviceControl.status(project.id) };
        return synchronizeTab(
          { project: row, rights, runs: await findRuns(db, project.id, RECENT_RUNS) },
          now(),
        );
      }
      case 'frequency': {
        const daemon = await findDaemon(db, project.id);
        if (!daemon) throw noSuchProject();
        return frequencyTab(daemon, rights);
      }
      case 'files':
        return filesTab(project.id, await listPackages(project.id), { mayChange, now: now() });
      case 'runs':
        return runsTab(project.id, { runs: await findRuns(db, project.id, SHOWN_RUNS), mayChange }, now());
      case 'history':
        return history(project, request);
      case 'map': {
        const { table = '' } = request;
        const found = await readTarget(async (signal) =>
          readMap(deps, { project, place: await place(project), table, signal }),
        );
        return mapTab(found, now());
      }
      case 'conflicts':
        return conflicts(project, request, rights);
      case 'edits':
        return editsTab(await readProvider((signal) => waitingEdits(project, signal)), now());
      case 'plans': {
        const plan = await findCurrentPlan(db, project.id);
        const maps = plan?.status === 'open' ? await lostRowsMaps(tableData, project, plan) : [];
        const { problem } = await serviceControl.status(project.id);
        return plansTab(project.id, {
          ...{ plan, mayChange, maps },
          problem: project.waitsForApproval ? null : problem,
        });
      }
      case 'project':
        return html`${
          mayChange
            ? projectTab({ project, ...(await choices()) })
            : projectFacts(project, await findFileTargets(db))
        }
        ${await web(project, mayChange)}`;
    }
  }

  async function web({ id }: StoredProject, mayChange: boolean): Promise<Markup | null> {
    if (!canPublish) return null;
    const [publication, failure] = [await findPublication(db, id), await findFailure(db, id)];
    return webPanel(id, { publication, failure, mayChange }, now());
  }

  async function history(project: StoredProject, request: RowRequest): Promise<Markup> {
    const [entries, tables] = await Promise.all([
      readTarget(async (signal) => target.readHistory(await place(project), { ...toPage(request), signal })),
      findTableNames(db, project.id),
    ]);
    const runs = await findRunsByUuid(
      db,
      (entries.value ?? []).map(({ run }) => run),
    );
    const isOneRow = Boolean(request.table && request.key);
    const changes = isOneRow ? (entries.value ?? []) : [];
    const places = await readPairs(
      tableData,
      project,
      changes.map(({ id, oldGeometry, newGeometry }) => ({ id, before: oldGeometry, after: newGeometry })),
    );
    return historyTab({ projectId: project.id, request, entries, runs, tables, places }, now());
  }

  async function conflicts(
    project: StoredProject,
    request: RowRequest,
    { mayChange }: ProjectRights,
  ): Promise<Markup> {
    const [found, tables] = await Promise.all([
      readTarget(async (signal) => {
        const at = await place(project);
        const { before: _before, ...ofHeld } = toPage(request);
        const [conflicting, held] = await Promise.all([
          target.readConflicts(at, { ...toPage(request), signal }),
          target.readHeld(at, { ...ofHeld, signal }),
        ]);
        return { conflicts: conflicting, held };
      }),
      findTableNames(db, project.id),
    ]);
    const runs = await findRunsByUuid(
      db,
      (found.value?.conflicts ?? []).map(({ run }) => run),
    );
    const places = await readPairs(
      tableData,
      project,
      (found.value?.conflicts ?? []).map(({ id, foundGeometry, appliedGeometry }) => ({
        ...{ id, before: foundGeometry, after: appliedGeometry },
      })),
    );
    return conflictsTab({ projectId: project.id, request, found, runs, tables, mayChange, places }, now());
  }

  async function waitingEdits({ serverId, providerId, projectId }: StoredProject, signal: AbortSignal) {
    const provider = await providerOf(serverId);
    if (!provider.waiting) return null;
    return provider.waiting(providerId ?? (await provider.resolve(projectId, signal)).id, signal);
  }

  function place({ pglinkId, schema, uuid }: StoredProject): Promise<TargetPlace> {
    return placeOf({ linkId: pglinkId, schema, uuid });
  }

  async function choices() {
    const [servers, links, targets] = await Promise.all([
      findServers(db),
      findDatabaseLinks(db),
      findFileTargets(db),
    ]);
    return { servers, links, targets };
  }

  return {
    findProject,

    /** The settings of a project; with id 0 the form of a new one. */
    async page(
      actor: Actor,
      { id: text = '', tab = 'synchronize', ...request }: SettingsRequest,
    ): Promise<PageContent> {
      if (text === '0' && actor.isAdmin) {
        const head = pageHead({
          title: 'New project',
          lead: 'A project of a provider server, its GeoPackage, and the schema to synchronise it into.',
          crumbs: [{ label: 'Field projects', href: 'admin/projects.php' }],
        });
        const form = projectTab({ project: null, ...(await choices()) });
        return { title: 'New project', area: 'projects.php', content: html`${head} ${form}` };
      }
      const project = await findProject(actor, text);
      const content = settingsPage(
        project,
        tab,
        await tabContent(project, tab, { request, rights: rightsOn(project, actor) }),
      );
      return { title: project.name, area: 'projects.php', content };
    },
  };
}

/** One more than a page shows, to know whether there is a next one; blank filter fields are ignored. */
function toPage({ table, key, before }: RowRequest) {
  return {
    ...(table ? { table } : {}),
    ...(key ? { key } : {}),
    ...(before ? { before } : {}),
    limit: PAGE_ROWS + 1,
  };
}
