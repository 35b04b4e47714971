import { Markup, html } from '@cairn/service';
import type { ServiceParameters } from '../../project-service/types.ts';
import type { ProjectRights } from '../../projects/rights.ts';
import { dataAttributes, facts, whoMay } from '../components.ts';

const FILES = { all: 'All files of the project', package: 'The GeoPackage only' };

export interface DaemonView extends ServiceParameters {
  id: number;
}

/** The parameters of a project's service, which count from the next cycle on; without a form for those who may not change them. */
export function frequencyTab(daemon: DaemonView, { mayChange }: Pick<ProjectRights, 'mayChange'>): Markup {
  const attributes = dataAttributes({
    daemon: '',
    id: daemon.id,
    'sleep-time': daemon.sleepTime,
    'skip-init': daemon.skipInit,
    'force-init': daemon.forceInit,
    'single-run': daemon.singleRun,
    retention: daemon.retention,
    'retention-count': daemon.retentionCount,
  });
  return mayChange ? parameterForm(daemon, attributes) : parameterFacts(daemon, attributes);
}

function parameterFacts(daemon: DaemonView, attributes: Markup): Markup {
  const yesNo = (flag: boolean) => (flag ? 'yes' : 'no');
  return html`<section class="panel" ${attributes}>
    ${facts([
      ['Seconds between two checks', daemon.sleepTime],
      ['Days to keep packages', daemon.retention],
      ['Minimum number of packages kept', daemon.retentionCount],
      ['Days to keep the history of rows', daemon.historyDays || 'all'],
      ['Percent of a table that may be deleted without approval', daemon.maxDeletePercent],
      ['Files', daemon.files === 'all' ? FILES.all : FILES.package],
      ['Stop after one cycle', yesNo(daemon.singleRun)],
      ['Fail when the tables are missing', yesNo(daemon.skipInit)],
      ['Read the whole package at the next cycle', yesNo(daemon.forceInit)],
    ])}
    ${whoMay('Administrators change these parameters.')}
  </section>`;
}

function parameterForm(daemon: DaemonView, attributes: Markup): Markup {
  const back = encodeURIComponent(`project_settings.php?id=${daemon.id}&tab=frequency`);
  return html`<section class="panel">
    <form
      class="fields"
      method="post"
      action="admin/action/daemon.php?back=${back}"
      data-action
      ${attributes}
    >
      <input type="hidden" name="save" value="1" />
      <input type="hidden" name="id" value="${daemon.id}" />
      ${number({
        name: 'sleep_time',
        label: 'Seconds between two checks',
        value: daemon.sleepTime,
        min: 1,
        max: 86_400,
        hint: 'The provider is asked for all projects of a server at once.',
      })}
      ${number({
        name: 'retention',
        label: 'Days to keep packages',
        value: daemon.retention,
        min: 0,
        max: 3_650,
        hint: 'Older ones are removed when there are more than the number below. The applied one always stays.',
      })}
      ${number({
        name: 'retention_count',
        label: 'Minimum number of packages kept',
        value: daemon.retentionCount,
        min: 0,
        max: 10_000,
      })}
      ${number({
        name: 'history_days',
        label: 'Days to keep the history of rows',
        value: daemon.historyDays,
        min: 0,
        max: 3_650,
        hint: '0 keeps all of it. Decided conflicts go with it; rows with an open conflict keep their history.',
      })}
      ${number({
        name: 'max_delete_percent',
        label: 'Percent of a table that may be deleted without approval',
        value: daemon.maxDeletePercent,
        min: 0,
        max: 100,
        hint: 'A run that would delete more waits for approval. Up to 100 rows of a table may always be deleted.',
      })}
      <div>
        <label for="files">Files</label>
        <select id="files" name="files">
          <option value="all" ${selected(daemon.files === 'all')}>${FILES.all}</option>
          <option value="package" ${selected(daemon.files === 'package')}>${FILES.package}</option>
        </select>
      </div>
      <div>
        <label for="sync_admins">Administrators of this project</label>
        <input id="sync_admins" name="sync_admins[]" value="${daemon.syncAdmins.join(', ')}" />
        <p class="hint">
          User ids or mail addresses, separated by commas. They may control the service and get mail about
          failures.
        </p>
      </div>
      ${check('single_run', 'Stop after one cycle', daemon.singleRun)}
      ${check('skip_init', 'Fail when the tables are missing, instead of loading them', daemon.skipInit)}
      ${check('force_init', 'Read the whole package at the next cycle and repair the tables', daemon.forceInit)}
      <div class="actions"><button class="button primary">Save</button></div>
    </form>
  </section>`;
}

interface NumberField {
  name: string;
  label: string;
  value: number;
  min: number;
  max: number;
  hint?: string;
}

function number({ name, label, value, min, max, hint }: NumberField): Markup {
  return html`<div>
    <label for="${name}">${label}</label>
    <input id="${name}" name="${name}" type="number" value="${value}" min="${min}" max="${max}" required />
    ${hint ? html`<p class="hint">${hint}</p>` : null}
  </div>`;
}

function check(name: string, label: string, checked: boolean): Markup {
  return html`<div class="check">
    <input id="${name}" name="${name}" type="checkbox" value="1" ${checked ? new Markup('checked') : null} />
    <label for="${name}">${label}</label>
  </div>`;
}

function selected(chosen: boolean): Markup | null {
  return chosen ? new Markup('selected') : null;
}
