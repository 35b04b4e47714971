import { html } from '@cairn/service';
import type { Markup } from '@cairn/service';
import { badge, dataAttributes, pageHead } from './components.ts';
import type { Tone } from './components.ts';
import { formatDuration, relativeTime, versionLabel } from './format.ts';
import type { ServiceState, ServiceStatus } from '../project-service/types.ts';
import type { ProjectRow } from './types.ts';

const TONES: Record<ServiceState, Tone> = {
  active: 'good',
  activating: 'busy',
  deactivating: 'busy',
  inactive: '',
  failed: 'bad',
};

/** All projects, those that need somebody first; the form of a new one is a page of its own. */
export function projectsPage(projects: ProjectRow[], now: Date): Markup {
  const head = pageHead({
    title: 'Field projects',
    lead: 'Projects of field crews and how far the database is behind each of them.',
    action: html`<a class="button primary" href="admin/project_settings.php?id=0">Add project</a>`,
  });
  return html`${head} ${projects.length === 0 ? emptyList() : projectTable(projects.toSorted(byUrgency), now)}`;
}

function emptyList(): Markup {
  return html`<section class="panel empty">
    <p>No projects yet. Add a provider server and a database link, then a project.</p>
    <p class="actions" style="justify-content: center">
      <a class="button" href="admin/servers.php">Provider servers</a>
      <a class="button" href="admin/databases.php">Database links</a>
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

export function projectTable(projects: ProjectRow[], now: Date): Markup {
  return html`<section class="panel flush">
    <table class="cards" data-live="projects">
      <thead>
        <tr>
          <th scope="col">Project</th>
          <th scope="col">State</th>
          <th scope="col">Applied</th>
          <th scope="col">Source</th>
          <th scope="col">Database</th>
        </tr>
      </thead>
      <tbody>
        ${projects.map((project) => projectRow(project, now))}
      </tbody>
    </table>
  </section>`;
}

function projectRow(project: ProjectRow, now: Date): Markup {
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
      ${versionLabel(project.service.version) ?? 'nothing yet'}<small
        >${relativeTime(project.appliedAt, now)}</small
      >
    </td>
    <td data-label="Source">
      ${project.projectId}<small>${project.serverName} · ${project.geopackage}</small>
    </td>
    <td data-label="Database">${project.schema}<small>${project.pglinkName}</small></td>
  </tr>`;
}

/** Seconds since the database is behind the provider; 0 when it is in step, null when nothing was applied or asked yet. */
export function lagSeconds(
  { behindSince, version }: Pick<ServiceStatus, 'behindSince' | 'version'>,
  now: Date,
): number | null {
  if (behindSince) return Math.max(0, Math.round((now.getTime() - behindSince.getTime()) / 1000));
  return version === null ? null : 0;
}

/** The state as badges: what the service does, and how far the tables are behind. */
export function stateBadges(service: ServiceStatus, now: Date): Markup {
  const { status, sub, version, behindSince } = service;
  const lag = behindSince ? `${formatDuration(lagSeconds(service, now) ?? 0)} behind` : null;
  return html`${badge(sub === 'paused' ? 'paused' : status, TONES[status])}
  ${lag ? badge(lag, 'warn') : version ? badge('in step', 'good') : null}`;
}

/** The state, and below it why it is so. */
function stateOf(service: ServiceStatus, now: Date): Markup {
  const { problem } = service;
  return html`${stateBadges(service, now)} ${problem ? html`<small>${problem}</small>` : null}`;
}
