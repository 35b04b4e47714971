import { html } from '@cairn/service';
import type { Actor, Markup } from '@cairn/service';
import type { ServiceState } from '../project-service/types.ts';
import { dataAttributes, pageHead, tiles } from './components.ts';
import { formatNumber } from './format.ts';
import { noProjects, projectTable } from './projects-page.ts';
import type { DaemonView } from './settings/frequency-tab.ts';
import type { ListedRow } from './types.ts';

const STATES: ServiceState[] = ['active', 'activating', 'deactivating', 'inactive', 'failed'];

/** How many projects are in which state, and those that a person may read. */
export function overviewPage(projects: ListedRow[], { actor, now }: { actor: Actor; now: Date }): Markup {
  const inState = (state: ServiceState) => projects.filter(({ service }) => service.status === state).length;
  const behind = projects.filter(({ service }) => service.behindSince !== null).length;
  const waiting = projects.filter(({ openPlans }) => openPlans > 0).length;
  const counts = Object.fromEntries(STATES.map((state) => [state, inState(state)]));
  return html`${pageHead({
      title: 'Overview',
      lead: 'Your field projects and their state.',
    })}
    <section
      data-live="summary"
      ${dataAttributes({ summary: '', projects: projects.length, ...counts, behind, waiting })}
    >
      ${tiles([
        ['Projects', formatNumber(projects.length)],
        ['Running', formatNumber(inState('active') + inState('activating'))],
        ['Stopped', formatNumber(inState('inactive'))],
        ['Failed', formatNumber(inState('failed')), inState('failed') > 0 ? 'bad' : ''],
        ['Behind the provider', formatNumber(behind), behind > 0 ? 'warn' : ''],
        ['Waiting for approval', formatNumber(waiting), waiting > 0 ? 'warn' : ''],
      ])}
    </section>
    ${projects.length === 0 ? noProjects(actor) : projectTable(projects, { page: 'index.php', now })}`;
}

/** The parameters of the services of all projects. */
export function daemonsPage(daemons: (DaemonView & { name: string })[], actor: Actor): Markup {
  return html`${pageHead({
    title: 'Parameters of all projects',
    lead: html`Each is changed on the tab Frequency of its <a href="admin/projects.php">project</a>.`,
  })}
  ${daemons.length === 0 ? noProjects(actor) : daemonTable(daemons)}`;
}

function daemonTable(daemons: (DaemonView & { name: string })[]): Markup {
  return html`<section class="panel flush">
    <table class="cards">
      <thead>
        <tr>
          <th scope="col">Project</th>
          <th scope="col" class="number">Seconds between checks</th>
          <th scope="col" class="number">Days kept</th>
          <th scope="col" class="number">Packages kept</th>
          <th scope="col">Options</th>
        </tr>
      </thead>
      <tbody>
        ${daemons.map(daemonRow)}
      </tbody>
    </table>
  </section>`;
}

function daemonRow(daemon: DaemonView & { name: string }): Markup {
  const { id, name, sleepTime, retention, retentionCount, skipInit, forceInit, singleRun } = daemon;
  const flags = [
    skipInit ? 'fails without tables' : '',
    forceInit ? 'reads the whole package' : '',
    singleRun ? 'stops after one cycle' : '',
  ].filter((flag) => flag !== '');
  const attributes = dataAttributes({
    daemon: '',
    id,
    'sleep-time': sleepTime,
    'skip-init': skipInit,
    'force-init': forceInit,
    'single-run': singleRun,
    retention,
    'retention-count': retentionCount,
  });
  return html`<tr ${attributes}>
    <th scope="row"><a href="admin/project_settings.php?id=${id}&amp;tab=frequency">${name}</a></th>
    <td class="number" data-label="Seconds between checks">${formatNumber(sleepTime)}</td>
    <td class="number" data-label="Days kept">${formatNumber(retention)}</td>
    <td class="number" data-label="Packages kept">${formatNumber(retentionCount)}</td>
    <td data-label="Options">${flags.join(', ')}</td>
  </tr>`;
}

/** The first steps, for someone who has no project yet. */
export function quickStartPage(): Markup {
  const steps = [
    html`<li>
      Add a <a href="admin/servers.php?id=0">provider server</a>: the address of Mergin Maps or QFieldCloud,
      or a folder of packages, and its login.
    </li>`,
    html`<li>
      Add a <a href="admin/databases.php?id=0">database link</a>: a PostGIS database and a role that may
      create tables in one of its schemas.
    </li>`,
    html`<li>
      Add a <a href="admin/project_settings.php?id=0">project</a>: a project of the server, its GeoPackage,
      and the schema.
    </li>`,
    html`<li>
      Open the project and choose Start. The first load begins at once; that of a folder when two checks have
      found the same files, so that none is read while it is being written.
    </li>`,
  ];
  return html`${pageHead({ title: 'Quick start', lead: 'Four steps to the first synchronised project.' })}
    <section class="panel">
      <ol>
        ${steps}
      </ol>
    </section>`;
}

/** Nobody registers by themselves. */
export function registrationPage(): Markup {
  return html`${pageHead({ title: 'Registration' })}
    <section class="panel">
      <p>Registration is disabled. An administrator adds <a href="admin/users.php">users</a>.</p>
    </section>`;
}
