import { hrefOf } from '../addresses.ts';

/** The document for a frame of this page: addresses in it are relative to the address that made it. */
export function withBase(html: string): string {
  const base = `<base href="${hrefOf('/reports/execute_report.php')}" target="_blank">`;
  const head = /<head\b[^>]*>/i.exec(html);
  // Before a doctype it would switch the browser to its oldest rules.
  const at = head ? head.index + head[0].length : (/^\s*<!doctype[^>]*>/i.exec(html)?.[0].length ?? 0);
  return html.slice(0, at) + base + html.slice(at);
}
