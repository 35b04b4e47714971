import { html } from '@cairn/service';
import type { Markup } from '@cairn/service';
import type { StoredLine } from '../logs/log-repo.ts';
import type { ProjectRights } from '../projects/rights.ts';
import { badge, dataAttributes, pageHead, whoMay } from './components.ts';
import type { Tone } from './components.ts';
import { actionButton } from './fields.ts';
import { relativeTime } from './format.ts';

const TONES: Record<StoredLine['level'], Tone> = { info: '', warning: 'warn', error: 'bad' };

/** The newest lines of the log of a project, newest first. */
export function logPage(
  { id, name }: { id: number; name: string },
  { lines, mayChange }: Pick<ProjectRights, 'mayChange'> & { lines: StoredLine[] },
  now: Date,
): Markup {
  const empty = actionButton({
    action: 'svc_log.php',
    fields: { id: String(id), op: 'empty' },
    back: `svc_log.php?id=${id}`,
    submit: 'Empty the log',
    confirm: `Remove all lines of the log of ${name}?`,
  });
  return html`${pageHead({
      title: `Log of ${name}`,
      lead: 'The newest lines first. The download has all of them.',
      crumbs: [
        { label: 'Field projects', href: 'admin/projects.php' },
        { label: name, href: `admin/project_settings.php?id=${id}` },
      ],
      action: html`<a class="button" href="admin/action/svc_log.php?id=${id}">Download the log</a>
        ${mayChange ? empty : whoMay('Administrators can empty the log.')}`,
    })}
    <section class="panel flush" data-live="log" ${dataAttributes({ log: '', id })}>
      ${lines.length === 0 ? html`<p class="empty">Nothing is logged yet.</p>` : logTable(lines, now)}
    </section>`;
}

function logTable(lines: StoredLine[], now: Date): Markup {
  const rows = lines.map(
    ({ at, level, runId, message }) =>
      html`<tr ${dataAttributes({ line: '', at, level, run: runId })}>
        <td data-label="Time">${relativeTime(at, now)}</td>
        <td data-label="Level">${badge(level, TONES[level])}</td>
        <td data-label="Run">${runId}</td>
        <td>${message}</td>
      </tr>`,
  );
  return html`<table class="cards">
    <thead>
      <tr>
        <th scope="col">Time</th>
        <th scope="col">Level</th>
        <th scope="col">Run</th>
        <th scope="col">Message</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}
