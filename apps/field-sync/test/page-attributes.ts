import type { PageElement } from './read-page.ts';

/** Kinds of values; one with `?` may be empty. */
const KINDS: Record<string, RegExp> = {
  text: /./,
  number: /^-?\d+$/,
  decimal: /^\d+\.\d$/,
  numbers: /^\d+(,\d+)*$/,
  flag: /^[01]$/,
  time: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  sha256: /^[0-9a-f]{64}$/,
  json: /^\{.*\}$/s,
  state: /^(active|activating|deactivating|inactive|failed)$/,
};

const PROJECT = `id:number name:text server-id:number server-name:text server-type:text project-id:text geopackage:text
  pglink-id:number schema:text rsync-ids:numbers? status:state enabled:flag owner-id:number? version:text? applied-at:time? lag:number?`;
const DAEMON = `id:number sleep-time:number skip-init:flag force-init:flag single-run:flag retention:number retention-count:number`;
const PACKAGE = 'name:text size:number sha256:sha256 version:text created:time applied:time?';
const ENTRY = 'id:number name:text owner-id:number? in-use:number';
const DATABASE = `${ENTRY} host:text port:number username:text dbname:text sslmode:text`;
const GROUP = `${ENTRY} project-ids:numbers? user-ids:numbers?`;
const TABLE =
  'table:text id:number pglink-id:number schema:text columns:text rows:number total:number page:number';
const COPY = `copy:number project:text status:text version:text files:number bytes:number deleted:number at:time`;
const RUN = `run:number status:text version:text? kind:text created-at:time started-at:time? finished-at:time? inserted:number
  updated:number deleted:number conflicts:number package:text? fetched:number`;
const SUMMARY = `projects:number active:number activating:number deactivating:number inactive:number failed:number behind:number
  waiting:number`;

/** The contract of pages with programs: page, element, and the attributes that it has besides the one that marks it. */
export const PAGE_ATTRIBUTES: [page: string, element: string, attributes: string][] = [
  ['projects.php', 'body[data-contract]', 'contract:number'],
  ['projects.php', 'tr[data-project]', PROJECT],
  ['services.php', 'tr[data-project]', PROJECT],
  ['index.php', '[data-summary]', SUMMARY],
  ['index.php', 'tr[data-project]', PROJECT],
  ['_index.php', '[data-summary]', SUMMARY],
  ['daemons.php', 'tr[data-daemon]', DAEMON],
  ['files.php', 'a[data-package]', PACKAGE],
  ['svc_log.php?id=FOREST', '[data-log]', 'id:number'],
  ['svc_log.php?id=FOREST', '[data-line]', 'at:time level:text run:number?'],
  [
    'project_settings.php?id=FOREST&tab=synchronize',
    '[data-service]',
    `id:number status:state sub:text enabled:flag pid:number cpu:decimal started-at:time? last-run-at:time? last-result:text?
    version:text? provider-version:text? next-at:time?`,
  ],
  ['project_settings.php?id=FOREST&tab=synchronize', 'tr[data-run]', RUN],
  ['project_settings.php?id=FOREST&tab=frequency', 'form[data-daemon]', DAEMON],
  ['project_settings.php?id=FOREST&tab=files', 'a[data-package]', PACKAGE],
  ['project_settings.php?id=FOREST&tab=runs', 'tr[data-run]', RUN],
  [
    'project_settings.php?id=FOREST&tab=history',
    'tr[data-change]',
    `change:number seq:number table:text key:number op:text at:time run:number version:text authors:text? old:json? new:json?`,
  ],
  [
    'project_settings.php?id=FOREST&tab=conflicts',
    '[data-conflict]',
    `conflict:number table:text key:number kind:text seq:number at:time run:number version:text resolution:text? resolved-by:text?
    resolved-at:time?`,
  ],
  ['project_settings.php?id=FOREST&tab=conflicts', 'tr[data-field]', 'field:text differs:flag'],
  ['project_settings.php?id=FOREST&tab=conflicts', 'tr[data-held]', 'table:text key:number reason:text'],
  ['project_settings.php?id=FOREST&tab=map&table=trees', '[data-map]', 'map:text geom:text key:text'],
  [
    'project_settings.php?id=FOREST&tab=map&table=trees',
    '[data-changed]',
    'changed:number op:text change:number',
  ],
  ['project_settings.php?id=FOREST&tab=plans', '[data-plan]', 'plan:number seq:number items:number'],
  ['project_settings.php?id=FOREST&tab=plans', '[data-plan-item]', 'plan-item:text kind:text'],
  ['project_settings.php?id=FOREST&tab=plans', 'tr[data-lost]', 'lost:number'],
  [
    'project_settings.php?id=FOREST&tab=project',
    '[data-publication]',
    'publication:text viewer-url:text seq:number published-at:time',
  ],
  ['project_settings.php?id=WAITING&tab=edits', '[data-edits]', 'count:number conflict:number'],
  [
    'project_settings.php?id=WAITING&tab=edits',
    'tr[data-edit]',
    'edit:text status:text author:text? at:time?',
  ],
  ['servers.php', 'tr[data-server]', `${ENTRY} type:text detected-type:text? url:text username:text?`],
  ['databases.php', 'tr[data-pglink]', DATABASE],
  ['select_db.php', 'tr[data-pglink]', DATABASE],
  [
    'rsyncs.php',
    'tr[data-rsync]',
    `${ENTRY} sync-type:text host:text? port:number username:text? folder:text? usr-grp:text? local-project-id:text?`,
  ],
  ['rsyncs.php?id=TARGET', 'tr[data-copy]', COPY],
  ['edit_excludes.php?id=TARGET', 'form[data-excludes]', 'id:number'],
  ['users.php', 'tr[data-user]', `${ENTRY} email:text accesslevel:text super-admin:flag group-ids:numbers?`],
  ['groups.php', 'tr[data-group]', GROUP],
  ['group_table.php', 'tr[data-group]', GROUP],
  ['gstores.php', 'tr[data-gstore]', `${ENTRY} project-id:number url:text username:text workspace:text`],
  ['geonodes.php', 'tr[data-node]', `${ENTRY} host:text port:number username:text folder:text?`],
  ['quick-start.php', '[data-express]', 'id:number name:text url:text username:text project-id:text'],
  ['data.php?id=FOREST', 'tr[data-layer]', 'id:number pglink-id:number schema:text name:text geom:text?'],
  ['table.php?id=FOREST&table=trees', 'table[data-table]', TABLE],
  ['table_whole.php?id=FOREST&table=trees', 'table[data-table]', TABLE],
];

/** Of scripts in the pages, and of no use for programs that read them. */
const OF_SCRIPTS = new Set([
  'data-action',
  'data-confirm',
  'data-island',
  'data-label',
  'data-live',
  'data-then',
]);

/** Names and kinds of a row of the table. */
export function kindsOf(attributes: string): Record<string, string> {
  return Object.fromEntries(attributes.split(/\s+/).map((each) => each.split(':') as [string, string]));
}

export function isOfKind(kind: string, value: string): boolean {
  return (kind.endsWith('?') && value === '') || KINDS[kind.replace('?', '')]!.test(value);
}

/** What an element says to programs, by names without `data-`; the attribute that marks it only where it is one of the names. */
export function dataOf(element: PageElement, mark: string, names: string[]): Record<string, string> {
  const pairs = Object.entries(element.attributes)
    .filter(([name]) => name.startsWith('data-') && !OF_SCRIPTS.has(name))
    .map(([name, value]): [string, string] => [name.slice('data-'.length), value]);
  return Object.fromEntries(pairs.filter(([name]) => name !== mark || names.includes(name)));
}
