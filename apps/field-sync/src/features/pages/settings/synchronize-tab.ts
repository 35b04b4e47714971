import { html } from '@cairn/service';
import type { Markup } from '@cairn/service';
import { badge, dataAttributes, facts, notice, whoMay } from '../components.ts';
import { formatBytes, formatDuration, formatNumber, relativeTime, versionLabel } from '../format.ts';
import { editServer, stateBadges, STATES, WITHOUT_WORKER } from '../projects-page.ts';
import type { ServiceStatus } from '../../project-service/types.ts';
import type { ProjectRights } from '../../projects/rights.ts';
import type { ProjectRow, RunRow } from '../types.ts';

export interface SynchronizeView {
  project: ProjectRow;
  rights: ProjectRights;
  /** The newest first. */
  runs: RunRow[];
}

/** What the service of a project does now, why, and for those who may the buttons that change it. */
export function synchronizeTab({ project, rights, runs }: SynchronizeView, now: Date): Markup {
  const { service } = project;
  const open = runs.find(({ finishedAt }) => finishedAt === null);
  const attributes = dataAttributes({
    service: '',
    id: project.id,
    status: service.status,
    sub: service.sub,
    enabled: service.enabled,
    pid: service.pid,
    cpu: service.cpu.toFixed(1),
    'started-at': service.startedAt,
    'last-run-at': service.lastRunAt,
    'last-result': service.lastResult,
    version: service.version,
    'provider-version': service.providerVersion,
    'next-at': service.nextAt,
  });
  return html`<section class="panel" ${attributes} data-live="service">
      <h2>${stateBadges(service, now)}</h2>
      ${advice(project, rights, now)} ${open ? progressOf(open) : null}
      ${facts([
        [
          'Service',
          service.sub === 'dead' ? STATES[service.status] : `${STATES[service.status]} (${service.sub})`,
        ],
        ['Starts with the platform', service.enabled ? 'yes' : 'no'],
        ['Process', service.pid === 0 ? 'none' : `pid ${service.pid}`],
        ['Processor time', formatDuration(service.cpu)],
        ['Started', relativeTime(service.startedAt, now)],
        ['Applied version', versionLabel(service.version)],
        ['Version at the provider', versionLabel(service.providerVersion)],
        ['Next check', relativeTime(service.nextAt, now)],
      ])}
    </section>
    ${
      rights.mayControl
        ? controls(project)
        : whoMay('Administrators, and people whom they name for this project, start and stop it.')
    }
    ${recentRuns(runs, now)}`;
}

/** The problem of a project, and what to do about it. */
function advice(project: ProjectRow, rights: ProjectRights, now: Date): Markup | null {
  const { id, openPlans, waitsForApproval, service } = project;
  const plan = `admin/project_settings.php?id=${id}&tab=plans`;
  if (waitsForApproval) {
    return html`${notice(service.problem ?? 'A change waits for approval.', 'warn')}
      <p>
        <a class="button primary" href="${plan}"
          >${rights.mayChange ? 'Review the change' : 'See the change'}</a
        >
      </p>`;
  }
  return html`${trouble(project, rights, now)}
  ${
    openPlans > 0
      ? html`<p class="quiet">
          A change that was found before still waits for approval. <a href="${plan}">See the change</a>
        </p>`
      : null
  }`;
}

/** A problem that no plan is about. */
function trouble(project: ProjectRow, { mayControl, mayChange }: ProjectRights, now: Date): Markup | null {
  const { id, service, serverId, pglinkId, isLoginRefused, wasDismissed } = project;
  const hasFailed = service.status === 'failed';
  if (!hasFailed && service.problem === null)
    return service.status === 'activating' ? html`<p class="quiet">${WITHOUT_WORKER}</p>` : null;
  const says = notice(service.problem ?? 'The service has failed.', hasFailed ? 'bad' : 'warn');
  if (isLoginRefused) return html`${says} ${mayChange ? html`<p>${editServer(project)}</p>` : null}`;
  if (wasDismissed && hasFailed) return says;
  return html`${says} ${hasFailed && mayControl ? html`<p class="quiet">${remedy(service, now)}</p>` : null}
  ${
    mayChange
      ? html`<p class="actions">
          <a class="button" href="admin/project_settings.php?id=${id}&amp;tab=project">Edit the project</a>
          <a class="button" href="admin/servers.php?id=${serverId}">Edit the server</a>
          <a class="button" href="admin/databases.php?id=${pglinkId}">Edit the database</a>
        </p>`
      : null
  }`;
}

function remedy({ retryAt }: ServiceStatus, now: Date): Markup {
  if (retryAt === null) return html`Fix the cause, then start the service again.`;
  const again = retryAt > now ? relativeTime(retryAt, now) : 'with the next check';
  return html`Fix the cause. Another version is tried at once; this one ${again}, or when you start the
  service.`;
}

/** The step of an open run, how far it is, and what it has moved. */
function progressOf({ stage, status, progress, doing, bytesFetched, bytesTotal }: RunRow): Markup {
  if (status === 'queued' || progress === null)
    return html`<p>${badge('waiting', 'busy')} A run waits for a worker.</p>
      <progress aria-label="Progress of the run"></progress>`;
  const bytes = bytesTotal > 0 ? `${formatBytes(bytesFetched)} of ${formatBytes(bytesTotal)} fetched` : null;
  return html`<p>
      ${badge(stage ?? 'running', 'busy')} ${progress}
      %${doing ? html` · ${doing}` : null}${bytes ? html` · ${bytes}` : null}
    </p>
    <progress aria-label="Progress of the run" max="100" value="${progress}"></progress>
    <p class="quiet">
      Stopping ends the run before it has written anything, or after it has written all of it.
    </p>`;
}

const OPERATIONS: { op: string; label: string; shown(service: ServiceStatus): boolean }[] = [
  { op: 'start', label: 'Start', shown: ({ status }) => status === 'inactive' || status === 'failed' },
  { op: 'stop', label: 'Stop', shown: ({ status }) => status !== 'inactive' },
  { op: 'restart', label: 'Restart', shown: ({ status }) => status !== 'inactive' },
  { op: 'enable', label: 'Start with the platform', shown: ({ enabled }) => !enabled },
  { op: 'disable', label: 'Do not start with the platform', shown: ({ enabled }) => enabled },
];

function controls({ id, service }: ProjectRow): Markup {
  const back = encodeURIComponent(`project_settings.php?id=${id}&tab=synchronize`);
  const buttons = OPERATIONS.filter(({ shown }) => shown(service)).map(
    ({ op, label }, i) =>
      html`<button class="button ${i === 0 ? 'primary' : ''}" name="op" value="${op}">${label}</button>`,
  );
  return html`<form
    class="panel actions"
    method="post"
    action="admin/action/backend.php?back=${back}"
    data-action
    data-live="controls"
  >
    <input type="hidden" name="id" value="${id}" />
    ${buttons}
  </form>`;
}

function recentRuns(runs: RunRow[], now: Date): Markup {
  if (runs.length === 0)
    return html`<section class="panel empty" data-live="runs">
      No runs yet. The first one loads the tables, once the service is started.
    </section>`;
  return html`<section class="panel flush" data-live="runs">
    <h2>Recent runs</h2>
    ${runTable(runs, now)}
  </section>`;
}

export function runTable(runs: RunRow[], now: Date): Markup {
  return html`<table class="cards">
    <thead>
      <tr>
        <th scope="col">Run</th>
        <th scope="col">Result</th>
        <th scope="col" class="number">Inserted</th>
        <th scope="col" class="number">Updated</th>
        <th scope="col" class="number">Deleted</th>
        <th scope="col" class="number">Conflicts</th>
        <th scope="col" class="number">Fetched</th>
      </tr>
    </thead>
    <tbody>
      ${runs.map((run) => runRow(run, now))}
    </tbody>
  </table>`;
}

/** Of a run that has no version yet. */
const KINDS: Record<RunRow['kind'], string> = {
  sync: 'Next version',
  reconcile: 'Reconciliation',
  dry_run: 'Comparison',
};

function runRow(run: RunRow, now: Date): Markup {
  const isPlanned = run.status === 'paused' || run.status === 'compared';
  const count = (label: string, value: number) =>
    html`<td class="number" data-label="${label}">
      ${formatNumber(value)} ${isPlanned && value > 0 ? html`<small>planned</small>` : null}
    </td>`;
  const attributes = dataAttributes({
    ...{ run: run.id, status: run.status, version: run.version, kind: run.kind },
    ...{ 'created-at': run.createdAt, 'started-at': run.startedAt, 'finished-at': run.finishedAt },
    ...{ inserted: run.inserted, updated: run.updated, deleted: run.deleted, conflicts: run.conflicts },
    ...{ package: run.packageSource, fetched: run.bytesFetched },
  });
  return html`<tr ${attributes}>
    <th scope="row">
      ${versionLabel(run.version) ?? KINDS[run.kind]}<small
        >${relativeTime(run.finishedAt ?? run.startedAt ?? run.createdAt, now)}</small
      >
    </th>
    <td data-label="Result">${resultOf(run)}<small>${run.error ?? run.warnings.join(' ')}</small></td>
    ${count('Inserted', run.inserted)} ${count('Updated', run.updated)} ${count('Deleted', run.deleted)}
    ${count('Conflicts', run.conflicts)}
    <td class="number" data-label="Fetched">
      ${formatBytes(run.bytesFetched)}<small>${describeSource(run)}</small>
    </td>
  </tr>`;
}

/** Where the package of a run came from. */
function describeSource({ packageSource, bytesTotal }: RunRow): string | null {
  switch (packageSource) {
    case 'diffs':
      return `only changes, of ${formatBytes(bytesTotal)}`;
    case 'file':
      return 'whole package';
    case 'kept':
      return 'package already here';
    case null:
      return null;
  }
}

function resultOf({ status, stage }: RunRow): Markup {
  const tone =
    status === 'applied' ? 'good' : status === 'failed' ? 'bad' : status === 'paused' ? 'warn' : 'busy';
  return badge(status === 'running' ? (stage ?? status) : status, tone);
}
