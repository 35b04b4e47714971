import { html } from '@cairn/service';
import type { Actor, Markup } from '@cairn/service';
import { badge, dataAttributes, pageHead } from './components.ts';
import type { Tone } from './components.ts';
import { formatDuration, relativeTime, versionLabel } from './format.ts';
import type { ServiceState, ServiceStatus } from '../project-service/types.ts';
import { actionButton } from './fields.ts';
import type { ListedRow, ProjectRow } from './types.ts';

const TONES: Record<ServiceState, Tone> = {
  active: 'good',
  activating: 'busy',
  deactivating: 'busy',
  inactive: '',
  failed: 'bad',
};

/** The states as people call them; programs read those of the specification from the attributes. */
export const STATES: Record<ServiceState, string> = {
  active: 'running',
  activating: 'starting',
  deactivating: 'stopping',
  inactive: 'stopped',
  failed: 'failed',
};

/** All projects, those that need attention first; the form of a new one is a page of its own. */
export function projectsPage(projects: ListedRow[], { actor, now }: { actor: Actor; now: Date }): Markup {
  const head = pageHead({
    title: 'Field projects',
    lead: 'Projects of field crews and how far the database is behind each of them.',
    action: html`<a class="button primary" href="admin/project_settings.php?id=0">Add project</a>`,
  });
  return html`${head}
  ${projects.length === 0 ? noProjects(actor) : projectTable(projects, { page: 'projects.php', now })}`;
}

/** Where a list of projects is empty: for administrators the first step. */
export function noProjects({ isAdmin }: Actor): Markup {
  if (!isAdmin)
    return html`<section class="panel empty">There are no projects that you may read yet.</section>`;
  return html`<section class="panel empty">
    <p>No projects yet. A project needs a provider server and a database link.</p>
    <p class="actions" style="justify-content: center">
      <a class="button" href="admin/quick-start.php">Quick start</a>
    </p>
  </section>`;
}

/** Failed before behind before in step; within these by name. */
function byUrgency(a: ProjectRow, b: ProjectRow): number {
  return rank(a) - rank(b) || a.name.localeCompare(b.name);
}

function rank({ service, openPlans }: ProjectRow): number {
  if (service.status === 'failed' || openPlans > 0) return 0;
  if (service.problem) return 1;
  return service.behindSince ? 2 : 3;
}

/** Those that need attention first, each with why, and with the button that fixes it. */
export function projectTable(
  projects: ListedRow[],
  { page, now }: { page: 'index.php' | 'projects.php'; now: Date },
): Markup {
  return html`<section class="panel flush">
    <table class="cards" data-live="projects">
      <thead>
        <tr>
          <th scope="col">Project</th>
          <th scope="col">State</th>
          <th scope="col">Applied</th>
          <th scope="col">What to do</th>
          <th scope="col">Source</th>
          <th scope="col">Database</th>
        </tr>
      </thead>
      <tbody>
        ${projects.toSorted(byUrgency).map((project) => projectRow(project, { page, now }))}
      </tbody>
    </table>
  </section>`;
}

function projectRow(project: ListedRow, { page, now }: { page: string; now: Date }): Markup {
  const { service } = project;
  const attributes = dataAttributes({
    project: '',
    id: project.id,
    name: project.name,
    'server-id': project.serverId,
    'server-name': project.serverName,
    'server-type': project.serverType,
    'project-id': project.projectId,
    geopackage: project.geopackage,
    'pglink-id': project.pglinkId,
    schema: project.schema,
    'rsync-ids': project.rsyncIds.join(','),
    status: project.service.status,
    enabled: project.service.enabled,
    'owner-id': project.ownerId,
    version: project.service.version,
    'applied-at': project.appliedAt,
    lag: lagSeconds(project.service, now),
  });
  return html`<tr ${attributes}>
    <th scope="row">
      <a href="admin/project_settings.php?id=${project.id}&amp;tab=synchronize">${project.name}</a>
    </th>
    <td data-label="State">${stateOf(project.service, now)}</td>
    <td data-label="Applied">
      ${versionLabel(service.version) ?? 'nothing yet'}<small>${relativeTime(project.appliedAt, now)}</small>
      ${service.behindSince ? html`<small>The provider has ${versionLabel(service.providerVersion)}.</small>` : null}
    </td>
    <td>${nextStep(project, page)}</td>
    <td data-label="Source">
      ${project.projectId}<small>${project.serverName} · ${project.geopackage}</small>
    </td>
    <td data-label="Database">${project.schema}<small>${project.pglinkName}</small></td>
  </tr>`;
}

/** Seconds since the database is behind the provider; 0 when it is in step, null when nothing was applied or asked yet. */
function lagSeconds(
  { behindSince, version }: Pick<ServiceStatus, 'behindSince' | 'version'>,
  now: Date,
): number | null {
  if (behindSince) return Math.max(0, Math.round((now.getTime() - behindSince.getTime()) / 1000));
  return version === null ? null : 0;
}

/** Where a rejected login is replaced: nothing else makes the service sign in again. */
export function editServer({ serverId }: ProjectRow): Markup {
  return html`<a class="button primary" href="admin/servers.php?id=${serverId}">Edit the server</a>`;
}

/** The state as badges: what the service does, and how far the tables are behind. */
export function stateBadges(service: ServiceStatus, now: Date): Markup {
  const { status, sub, version, behindSince, problem } = service;
  const lag = behindSince ? `${formatDuration(lagSeconds(service, now) ?? 0)} behind` : null;
  // What nobody asks, or nobody answers, is not known.
  const isInStep = status === 'active' && problem === null && version !== null;
  return html`${badge(sub === 'paused' ? 'paused' : STATES[status], TONES[status])}
  ${lag ? badge(lag, 'warn') : isInStep ? badge('in step', 'good') : null}`;
}

/** The state, and below it why it is so. */
function stateOf(service: ServiceStatus, now: Date): Markup {
  const isWaiting = service.behindSince !== null || service.status === 'activating';
  const reason = service.problem ?? (isWaiting ? doingNow(service, now) : null);
  return html`${stateBadges(service, now)} ${reason ? html`<small>${reason}</small>` : null}`;
}

/** While no worker has a project. */
export const WITHOUT_WORKER =
  'Waiting for a worker. If this lasts longer than a minute, no worker is running: ask the administrator of the platform.';

/** What happens with a project that is behind, or waits, and has no problem. */
function doingNow({ status, sub, nextAt }: ServiceStatus, now: Date): Markup {
  if (status === 'inactive') return html`It is stopped.`;
  if (status === 'activating') return html`${WITHOUT_WORKER}`;
  if (sub !== 'waiting') return html`It is ${sub} now.`;
  return html`The next check is ${relativeTime(nextAt, now)}.`;
}

/** The button, or the link, that brings a project back into step; null where nobody is needed. */
function nextStep(project: ListedRow, page: string): Markup | null {
  const { id, waitsForApproval, service, rights } = project;
  if (waitsForApproval)
    return html`<a class="button primary" href="admin/project_settings.php?id=${id}&amp;tab=plans"
      >${rights.mayChange ? 'Review the change' : 'See the change'}</a
    >`;
  if (project.isLoginRefused && service.status === 'failed')
    return rights.mayChange ? editServer(project) : null;
  const needsSomebody = service.status === 'inactive' || service.problem !== null;
  if (!needsSomebody || !rights.mayControl) return null;
  return actionButton({
    ...{ action: 'backend.php', fields: { id: String(id), op: 'start' }, back: page },
    submit: service.status === 'inactive' ? 'Start' : project.wasDismissed ? 'Ask again' : 'Try again now',
  });
}
