import type { EmbedTokenInput, NewEmbedToken } from './types.ts';

const FUNCTIONS = {
  report: { name: 'embedReport', id: 'reportId' },
  dashboard: { name: 'embedDashboard', id: 'dashboardId' },
  view: { name: 'embedView', id: 'viewId' },
  'map-report': { name: 'embedMapReport', id: 'mapReportId' },
} as const;

/** What the back end of the other site sends to get a token for each visitor. */
export function backEndSnippet(input: EmbedTokenInput, server: string): string {
  return [
    `curl -X POST '${quote(server)}/api/v1/embed/token' \\`,
    `  -H 'Authorization: Bearer <personal access token>' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${quote(JSON.stringify(input))}'`,
  ].join('\n');
}

/** What the page of the other site holds. The token in it is for a try: a page gets one from its back end. */
export function pageSnippet({ type, id, owner, token }: NewEmbedToken, server: string): string {
  const call = FUNCTIONS[type];
  const options = [
    `server: ${text(server)},`,
    `target: '#cairn',`,
    `${call.id}: ${text(id)},`,
    ...(owner === null ? [] : [`owner: ${text(owner)},`]),
    `auth: {`,
    `  token: ${text(token)},`,
    `  refresh: async () => (await fetch('/your-back-end/token')).text(),`,
    `},`,
  ];
  return [
    `<div id="cairn"></div>`,
    `<script src="${server}/sdk/v1/platform-report.js"></script>`,
    `<script>`,
    `  PlatformReport.${call.name}({`,
    ...options.map((line) => `    ${line}`),
    `  });`,
    `</script>`,
  ].join('\n');
}

/** A text in JavaScript that may stand in a script of a page. */
function text(value: string): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}

/** A text between single quotes of a shell. */
function quote(value: string): string {
  return value.replaceAll("'", String.raw`'\''`);
}
