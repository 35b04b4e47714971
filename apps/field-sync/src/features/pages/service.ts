import { html } from '@cairn/service';
import type { Actor, Markup } from '@cairn/service';
import type { Db } from '../../db/schema.ts';
import { pageHead } from './components.ts';
import { noSuchProject, noSuchTarget } from './errors.ts';
import { filesTab } from './settings/files-tab.ts';
import { frequencyTab } from './settings/frequency-tab.ts';
import { projectTab } from './settings/project-tab.ts';
import { settingsPage } from './settings/settings-page.ts';
import { plansTab } from './settings/plans-tab.ts';
import { runsTab } from './settings/runs-tab.ts';
import { synchronizeTab } from './settings/synchronize-tab.ts';
import type { SettingsTab } from './settings/tabs.ts';
import type { PageContent } from './send-page.ts';
import type { ProjectRow, StoredProject } from './types.ts';
import { notYourProject } from '../projects/errors.ts';
import { findReadableIds } from '../projects/repo.ts';
import type { RetainedPackage } from '../packages/types.ts';
import { listNewestLines } from '../logs/log-repo.ts';
import { findCurrentPlan } from '../runs/plan-repo.ts';
import type { ServiceControl } from '../project-service/control.ts';
import { groupsPage, usersPage } from './accounts-pages.ts';
import { databasesPage } from './databases-page.ts';
import { daemonsPage, overviewPage, quickStartPage, registrationPage } from './overview-pages.ts';
import { excludesPage, targetsPage } from './targets-page.ts';
import { logPage } from './log-page.ts';
import { projectsPage } from './projects-page.ts';
import { serversPage } from './servers-page.ts';
import {
  findDaemon,
  findDaemons,
  findDatabaseLinks,
  findExcludes,
  findFileTargets,
  findGroups,
  findProjects,
  findRuns,
  findServers,
  findTargets,
  findUsers,
} from './view-repo.ts';

const RECENT_RUNS = 10;
const SHOWN_RUNS = 200;
const SHOWN_LINES = 500;

interface PageDeps {
  db: Db;
  now(): Date;
  serviceControl: Pick<ServiceControl, 'statuses' | 'status'>;
  /** Kept packages of a project, the newest first. */
  listPackages(projectId: number): Promise<RetainedPackage[]>;
  /** Whether people sign in with their accounts of the portal. */
  isCentral: boolean;
}

export type PageService = ReturnType<typeof createPageService>;

/** What the pages show. */
export function createPageService({ db, now, serviceControl, listPackages, isCentral }: PageDeps) {
  /** Those with these ids, or all. */
  async function readProjects(ids?: number[]): Promise<ProjectRow[]> {
    if (ids?.length === 0) return [];
    const [stored, services] = await Promise.all([
      findProjects(db, ids === undefined ? {} : { ids }),
      serviceControl.statuses(),
    ]);
    return stored.flatMap((project) => {
      const service = services.get(project.id);
      return service ? [{ ...project, service }] : [];
    });
  }

  async function findProject(actor: Actor, id: string): Promise<StoredProject> {
    const [project] = /^[1-9]\d{0,8}$/.test(id) ? await findProjects(db, { ids: [Number(id)] }) : [];
    if (!project) throw noSuchProject();
    if (actor.isAdmin) return project;
    const readable = actor.id === null ? [] : await findReadableIds(db, actor.id);
    if (!readable.includes(project.id)) throw notYourProject();
    return project;
  }

  async function tabContent(project: StoredProject, tab: SettingsTab): Promise<Markup> {
    switch (tab) {
      case 'synchronize': {
        const row = { ...project, service: await serviceControl.status(project.id) };
        return synchronizeTab({ project: row, runs: await findRuns(db, project.id, RECENT_RUNS) }, now());
      }
      case 'frequency': {
        const daemon = await findDaemon(db, project.id);
        if (!daemon) throw noSuchProject();
        return frequencyTab(daemon);
      }
      case 'files':
        return filesTab(project.id, await listPackages(project.id), now());
      case 'runs':
        return runsTab(project.id, await findRuns(db, project.id, SHOWN_RUNS), now());
      case 'plans':
        return plansTab(project.id, await findCurrentPlan(db, project.id));
      case 'project':
        return projectTab({ project, ...(await choices()) });
    }
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
    async projects(): Promise<PageContent> {
      return {
        title: 'Field projects',
        area: 'projects.php',
        content: projectsPage(await readProjects(), now()),
      };
    },

    /** The settings of a project; with id 0 the form of a new one. */
    async settings(
      actor: Actor,
      { id: text = '', tab = 'synchronize' }: { id?: string; tab?: SettingsTab },
    ): Promise<PageContent> {
      if (text === '0' && actor.isAdmin) {
        const head = pageHead({
          title: 'New project',
          lead: 'A project of a provider server, a GeoPackage in it, and the schema that it goes into.',
          crumbs: [{ label: 'Field projects', href: 'admin/projects.php' }],
        });
        const form = projectTab({ project: null, ...(await choices()) });
        return { title: 'New project', area: 'projects.php', content: html`${head} ${form}` };
      }
      const project = await findProject(actor, text);
      const content = settingsPage(project, tab, await tabContent(project, tab));
      return { title: project.name, area: 'projects.php', content };
    },

    /** For administrators all projects, for others those that they may read. */
    async overview(actor: Actor): Promise<PageContent> {
      const ids = actor.isAdmin ? undefined : actor.id === null ? [] : await findReadableIds(db, actor.id);
      const content = overviewPage(await readProjects(ids), now());
      return { title: 'Overview', area: 'index.php', content };
    },

    async log(actor: Actor, id = ''): Promise<PageContent> {
      const project = await findProject(actor, id);
      const content = logPage(project, await listNewestLines(db, project.id, SHOWN_LINES), now());
      return { title: `Log of ${project.name}`, area: 'projects.php', content };
    },

    /** The kept packages of all projects. */
    async packages(): Promise<PageContent> {
      const projects = await findProjects(db);
      const parts: Markup[] = [];
      for (const { id, name } of projects)
        parts.push(
          html`<h2>${name}</h2>
            ${filesTab(id, await listPackages(id), now())}`,
        );
      const head = pageHead({ title: 'Packages', lead: 'The packages of all projects that are kept.' });
      return { title: 'Packages', area: 'projects.php', content: html`${head} ${parts}` };
    },

    async daemons(): Promise<PageContent> {
      const content = daemonsPage(await findDaemons(db));
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
      const content = targetsPage(await findTargets(db), { editedId: id, type });
      return { title: 'File targets', area: 'rsyncs.php', content };
    },

    async excludes(id: number): Promise<PageContent> {
      const target = await findExcludes(db, id);
      if (!target) throw noSuchTarget();
      return { title: `Exclusions of ${target.name}`, area: 'rsyncs.php', content: excludesPage(target) };
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

    quickStart: (): PageContent => ({ title: 'Quick start', area: null, content: quickStartPage() }),
    registration: (): PageContent => ({ title: 'Registration', area: null, content: registrationPage() }),
  };
}
