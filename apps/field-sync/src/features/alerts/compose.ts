import { escapeHtml } from '@cairn/service';
import type { MailContent } from '@cairn/service/mail';
import type { Alert, AlertKind } from './types.ts';

/** Reasons may be a provider's own words. */
const MAX_REASON_LENGTH = 600;
const WHY_YOU =
  'You get this mail because these projects name you as an administrator: see the tab Frequency of a project.';

interface Section {
  /** The first is the heading of the project. */
  lines: string[];
  link: { label: string; url: string };
}

/**
 * One mail of one kind about one or more projects, with the page where each of them is fixed.
 * @param address public address of the service, such as https://maps.example.org/field-sync
 */
export function composeAlert(alerts: Alert[], address: string): MailContent {
  const [first] = alerts as [Alert];
  const subject =
    alerts.length === 1
      ? `Field project "${oneLine(first.project, 150)}" ${ONE[first.kind]}`
      : `${alerts.length} field projects ${MANY[first.kind]}`;
  const sections = alerts.map((alert) => toSection(alert, `${address}/admin`));
  const text = sections.map(({ lines, link }) => [...lines, `${link.label}: ${link.url}`].join('\n'));
  const body = sections.map(toHtml);
  return {
    subject,
    text: `${[...text, WHY_YOU].join('\n\n')}\n`,
    html: `<!doctype html>\n<html><head><meta charset="utf-8"></head><body>\n${[...body, `<p>${WHY_YOU}</p>`].join('\n')}\n</body></html>\n`,
  };
}

const ONE: Record<AlertKind, string> = {
  failing: 'needs attention',
  in_step: 'is in step again',
  conflicts: 'has conflicts',
};
const MANY: Record<AlertKind, string> = {
  failing: 'need attention',
  in_step: 'are in step again',
  conflicts: 'have conflicts',
};

function toSection(alert: Alert, base: string): Section {
  const { kind, projectId, project, server, since, reason, appliedVersion, appliedAt, conflicts } = alert;
  const heading = `${oneLine(project, 200)} (${oneLine(server, 200)})`;
  const page = (tab: string) => `${base}/project_settings.php?id=${projectId}&tab=${tab}`;
  switch (kind) {
    case 'failing':
      return {
        lines: [heading, `Not in step since ${formatTime(since)}.`, oneLine(reason, MAX_REASON_LENGTH)],
        link: linkOf(alert, base, page),
      };
    case 'in_step':
      return {
        lines: [
          heading,
          `It was out of step since ${formatTime(since)} and is in step again.`,
          ...(appliedAt ? [`Version ${appliedVersion} was applied at ${formatTime(appliedAt)}.`] : []),
        ],
        link: { label: 'Show the runs', url: page('runs') },
      };
    case 'conflicts':
      return {
        lines: [
          heading,
          `Since ${formatTime(since)}: ${conflicts === 1 ? '1 row was' : `${conflicts} rows were`} changed both in the field and in the database.`,
          'The values of the field were applied, and the others are kept until someone decides.',
        ],
        link: { label: 'Decide the conflicts', url: page('conflicts') },
      };
  }
}

/** Where people fix a cause. */
function linkOf({ code, serverId }: Alert, base: string, page: (tab: string) => string): Section['link'] {
  switch (code) {
    case 'field_sync.sign_in':
    case 'field_sync.server_failing':
      return { label: 'Edit the server', url: `${base}/servers.php?id=${serverId}` };
    case 'field_sync.plan_needed':
      return { label: 'Review the change', url: page('plans') };
    case 'field_sync.push_failed':
      return { label: 'Show the file targets', url: `${base}/rsyncs.php` };
    case 'field_sync.publish_failed':
      return { label: 'Show the publication', url: page('project') };
    case 'field_sync.project_missing':
    case 'field_sync.project_denied':
      return { label: 'Edit the project', url: page('project') };
    default:
      return { label: 'Show the project', url: page('synchronize') };
  }
}

function toHtml({ lines: [heading = '', ...lines], link }: Section): string {
  const rest = lines.map(escapeHtml).join('<br>\n');
  return `<p><strong>${escapeHtml(heading)}</strong><br>\n${rest}<br>\n<a href="${escapeHtml(link.url)}">${link.label}</a></p>`;
}

function formatTime(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function oneLine(text: string, maxLength: number): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029\s]+/gu, ' ').trim();
  return line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line;
}
