import { html } from '@cairn/service';
import type { Actor, Markup } from '@cairn/service';
import { pageHead } from './components.ts';
import { noSuchTarget } from './errors.ts';
import { filesTab } from './settings/files-tab.ts';
import { findTableNames } from './settings/run-view-repo.ts';
import { createSettingsService } from './settings/service.ts';
import type { SettingsDeps } from './settings/service.ts';
import type { PageContent } from './send-page.ts';
import type { ListedRow } from './types.ts';
import { readableIds, rightsOn } from '../projects/rights.ts';
import { listPushes } from '../file-targets/push/push-repo.ts';
import { listNewestLines } from '../logs/log-repo.ts';
import type { UnfinishedSetup } from '../express/types.ts';
import type { ServiceControl } from '../project-service/control.ts';
import { groupsPage, usersPage } from './accounts-pages.ts';
import { databasesPage } from './databases-page.ts';
import { daemonsPage, overviewPage, quickStartPage, registrationPage } from './overview-pages.ts';
import { expressSection } from './express-section.ts';
import { excludesPage, targetsPage } from './targets-page.ts';
import { logPage } from './log-page.ts';
import { noProjects, projectsPage } from './projects-page.ts';
import { geonodesPage } from './geonodes-page.ts';
import { gstoresPage } from './gstores-page.ts';
import { findCatalogNodes, findMapStores } from './publishing-repo.ts';
import { serversPage } from './servers-page.ts';
import {
  findDaemons,
  findDatabaseLinks,
  findExcludes,
  findGroups,
  findProjects,
  findServers,
  findTargets,
  findUsers,
} from './view-repo.ts';

const SHOWN_LINES = 500;
const SHOWN_COPIES = 20;

interface PageDeps extends SettingsDeps {
  serviceControl: Pick<ServiceControl, 'statuses' | 'status'>;
  /** What was begun to be set up with a database of its own. */
  listUnfinished(): Promise<UnfinishedSetup[]>;
  /** Whether people sign in with their accounts of the portal. */
  isCentral: boolean;
}

export type PageService = ReturnType<typeof createPageService>;

/** What the pages show. */
export function createPageService(deps: PageDeps) {
  const { db, now, serviceControl, listPackages, isCentral } = deps;
  const settings = createSettingsService(deps);

  /** Those with these ids, or all. */
  async function readProjects(actor: Actor, ids?: number[]): Promise<ListedRow[]> {
    if (ids?.length === 0) return [];
    const [stored, services] = await Promise.all([
      findProjects(db, ids === undefined ? {} : { ids }),
      serviceControl.statuses(),
    ]);
    return stored.flatMap((project) => {
      const service = services.get(project.id);
      return service ? [{ ...project, service, rights: rightsOn(project, actor) }] : [];
    });
  }

  return {
    async projects(actor: Actor): Promise<PageContent> {
      return {
        title: 'Field projects',
        area: 'projects.php',
        content: projectsPage(await readProjects(actor), { actor, now: now() }),
      };
    },

    settings: settings.page,

    /** For administrators all projects, for others those that they may read. */
    async overview(actor: Actor): Promise<PageContent> {
      const ids = (await readableIds(db, actor)) ?? undefined;
      const content = overviewPage(await readProjects(actor, ids), { actor, now: now() });
      return { title: 'Overview', area: 'index.php', content };
    },

    async log(actor: Actor, id = ''): Promise<PageContent> {
      const project = await settings.findProject(actor, id);
      const lines = await listNewestLines(db, project.id, SHOWN_LINES);
      const content = logPage(project, { lines, ...rightsOn(project, actor) }, now());
      return { title: `Log of ${project.name}`, area: 'projects.php', content };
    },

    /** The kept packages of all projects. */
    async packages(actor: Actor): Promise<PageContent> {
      const projects = await findProjects(db);
      const parts: Markup[] = [];
      for (const { id, name } of projects)
        parts.push(
          html`<h2>${name}</h2>
            ${filesTab(id, await listPackages(id), { mayChange: true, now: now() })}`,
        );
      const head = pageHead({ title: 'Packages', lead: 'All packages that are kept, by project.' });
      return {
        title: 'Packages',
        area: 'projects.php',
        content: html`${head} ${parts.length > 0 ? parts : noProjects(actor)}`,
      };
    },

    async daemons(actor: Actor): Promise<PageContent> {
      const content = daemonsPage(await findDaemons(db), actor);
      return { title: 'Parameters of all projects', area: 'projects.php', content };
    },

    async servers(editedId: number | null): Promise<PageContent> {
      const content = serversPage(await findServers(db), editedId, now());
      return { title: 'Provider servers', area: 'servers.php', content };
    },

    async databases(editedId: number | null): Promise<PageContent> {
      const content = databasesPage(await findDatabaseLinks(db), editedId);
      return { title: 'Database links', area: 'databases.php', content };
    },

    async targets({
      id = null,
      type = 'remote',
    }: {
      id?: number | null;
      type?: 'remote' | 'local';
    }): Promise<PageContent> {
      const [targets, copies] = await Promise.all([
        findTargets(db),
        id === null ? [] : listPushes(db, id, SHOWN_COPIES),
      ]);
      const content = targetsPage(targets, { editedId: id, type, copies, now: now() });
      return { title: 'File targets', area: 'rsyncs.php', content };
    },

    async excludes(id: number): Promise<PageContent> {
      const target = await findExcludes(db, id);
      if (!target) throw noSuchTarget();
      return { title: `Exclusions of ${target.name}`, area: 'rsyncs.php', content: excludesPage(target) };
    },

    async mapStores(editedId: number | null): Promise<PageContent> {
      const [stores, projects, nodes] = await Promise.all([
        findMapStores(db),
        findProjects(db),
        findCatalogNodes(db),
      ]);
      const edited = stores.find(({ id }) => id === editedId);
      const tables = edited ? await findTableNames(db, edited.projectId) : [];
      const content = gstoresPage(stores, editedId, { projects, nodes, tables });
      return { title: 'Map stores', area: 'gstores.php', content };
    },

    async catalogNodes(editedId: number | null): Promise<PageContent> {
      const content = geonodesPage(await findCatalogNodes(db), editedId);
      return { title: 'Catalog nodes', area: 'geonodes.php', content };
    },

    async users(editedId: number | null): Promise<PageContent> {
      const [users, groups] = await Promise.all([findUsers(db), findGroups(db)]);
      return {
        title: 'Users',
        area: 'users.php',
        content: usersPage(users, groups, { editedId, isCentral }),
      };
    },

    async groups(editedId: number | null): Promise<PageContent> {
      const [groups, users, projects] = await Promise.all([findGroups(db), findUsers(db), findProjects(db)]);
      return {
        title: 'Groups',
        area: 'groups.php',
        content: groupsPage({ groups, users, projects }, editedId),
      };
    },

    async quickStart(): Promise<PageContent> {
      const express = expressSection(await findServers(db), await deps.listUnfinished());
      return { title: 'Quick start', area: null, content: html`${quickStartPage()} ${express}` };
    },
    registration: (): PageContent => ({ title: 'Registration', area: null, content: registrationPage() }),
  };
}
