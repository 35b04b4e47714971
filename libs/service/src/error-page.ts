import { escapeHtml } from './html.ts';

const TITLES: Record<number, string> = {
  400: 'Invalid request',
  401: 'Please sign in',
  403: 'Access denied',
  404: 'Nothing here',
  503: 'Not available right now',
};

/** An error page for browsers, without any other file. */
export function renderErrorPage(error: {
  status: number;
  message: string;
  requestId: string;
  basePath: string;
  isEmbedded?: boolean;
}): string {
  const isEmbedded = error.isEmbedded ?? false;
  const title = TITLES[error.status] ?? (error.status >= 500 ? 'Something went wrong' : 'Invalid request');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
:root { color-scheme: light dark; background: #f8f8f6; color: #232220; --link: #0b5d50; }
@media (prefers-color-scheme: dark) { :root { background: #141514; color: #dfe1df; --link: #6fd0ba; } }
a { color: var(--link); }
body { font: 16px/1.5 system-ui, sans-serif; display: grid; place-items: center; min-height: 100vh; margin: 0; }
main { max-width: 36rem; padding: 2rem; }
p.id { font-size: .875rem; }
</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${escapeHtml(error.message)}</p>
${isEmbedded ? '' : `<p><a href="${escapeHtml(error.basePath)}/">Back to the start</a></p>\n`}<p class="id">Request ${escapeHtml(error.requestId)}</p>
</main>
</body>
</html>
`;
}
