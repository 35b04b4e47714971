import { html } from '@cairn/service';
import type { Markup } from '@cairn/service';
import type { PushStatus } from '../../db/pushes-table.ts';
import type { LoggedPush } from '../file-targets/push/types.ts';
import { badge, dataAttributes } from './components.ts';
import type { Tone } from './components.ts';
import { actionButton } from './fields.ts';
import { formatBytes, formatNumber, relativeTime, versionLabel } from './format.ts';
import type { TargetRow } from './types.ts';

const STATUS: Record<PushStatus, { label: string; tone: Tone }> = {
  queued: { label: 'waiting', tone: 'busy' },
  running: { label: 'copying', tone: 'busy' },
  succeeded: { label: 'copied', tone: 'good' },
  failed: { label: 'failed', tone: 'bad' },
  cancelled: { label: 'stopped', tone: 'warn' },
};

/** What was copied to a target, the newest first, and the buttons to copy now and to stop. */
export function copiesPanel({ id, name, projects }: TargetRow, copies: LoggedPush[], now: Date): Markup {
  const isOpen = copies.some(({ status }) => status === 'queued' || status === 'running');
  const button = (field: 'start' | 'stop', submit: string) =>
    actionButton({
      ...{ action: 'rsync.php', fields: { [field]: '1', id: String(id) } },
      ...{ back: `rsyncs.php?id=${id}`, submit },
    });
  return html`<section class="panel" data-live="copies">
    <h2>Copies to ${name}</h2>
    ${
      projects.length === 0
        ? html`<p class="hint">
            Choose this target on the tab Project of a project to have its files copied.
          </p>`
        : html`<div class="actions">
            ${button('start', 'Copy now')} ${isOpen ? button('stop', 'Stop copying') : null}
          </div>`
    }
    ${copies.length === 0 ? null : copyTable(copies, now)}
  </section>`;
}

function copyTable(copies: LoggedPush[], now: Date): Markup {
  return html`<table class="cards">
    <thead>
      <tr>
        <th scope="col">Project</th>
        <th scope="col">Result</th>
        <th scope="col">Version</th>
        <th scope="col" class="number">Files</th>
        <th scope="col" class="number">Size</th>
        <th scope="col" class="number">Deleted</th>
        <th scope="col">When</th>
      </tr>
    </thead>
    <tbody>
      ${copies.map((each) => copyRow(each, now))}
    </tbody>
  </table>`;
}

function copyRow(copy: LoggedPush, now: Date): Markup {
  const { id, project, status, version, files, bytes, deleted, error } = copy;
  const { label, tone } = STATUS[status];
  const at = copy.finishedAt ?? copy.startedAt ?? copy.createdAt;
  return html`<tr ${dataAttributes({ copy: id, project, status, version, files, bytes, deleted, at })}>
    <th scope="row">${project}</th>
    <td data-label="Result">${badge(label, tone)}${error ? html`<small>${error}</small>` : null}</td>
    <td data-label="Version">${versionLabel(version)}</td>
    <td class="number" data-label="Files">${formatNumber(files)}</td>
    <td class="number" data-label="Size">${formatBytes(bytes)}</td>
    <td class="number" data-label="Deleted">${formatNumber(deleted)}</td>
    <td data-label="When">${relativeTime(at, now)}</td>
  </tr>`;
}
