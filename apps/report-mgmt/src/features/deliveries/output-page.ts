import { escapeHtml } from '@cairn/service';
import { formatLocal, formatSize } from './format.ts';
import type { LinkedOutput } from './types.ts';

/** The page of a link, without scripts and without any other file: people open it from a mail, signed in or not. */
export function renderOutputPage(output: LinkedOutput, action: string): string {
  const rows = [
    ['File', output.name],
    ['Size', formatSize(output.bytes)],
    ['Available until', `${formatLocal(output.linkExpiresAt, output.timeZone)} (${output.timeZone})`],
  ];
  const list = rows
    .map(([label = '', value = '']) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd>`)
    .join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${escapeHtml(output.reportTitle)}</title>
<style>
:root { color-scheme: light dark; background: #f8f8f6; color: #232220; --action: #0b5d50; --on-action: #ffffff; }
@media (prefers-color-scheme: dark) { :root { background: #141514; color: #dfe1df; --action: #6fd0ba; --on-action: #10201c; } }
body { font: 16px/1.5 system-ui, sans-serif; display: grid; place-items: center; min-height: 100vh; margin: 0; }
main { max-width: 36rem; padding: 2rem; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; }
dt { font-weight: 600; }
dd { margin: 0; }
button { font: inherit; padding: .6rem 1.2rem; border: 0; border-radius: .4rem; background: var(--action); color: var(--on-action); cursor: pointer; }
button:focus-visible { outline: 3px solid currentcolor; outline-offset: 2px; }
</style>
</head>
<body>
<main>
<h1>${escapeHtml(output.reportTitle)}</h1>
<dl>
${list}
</dl>
<form method="post" action="${escapeHtml(action)}">
<button type="submit">Download</button>
</form>
</main>
</body>
</html>
`;
}
