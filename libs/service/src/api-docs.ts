import { METHODS } from '@cairn/contracts';
import type { ContractDocument, Operation, Parameter, PathItem } from '@cairn/contracts';
import { locate, parametersOf, pointerTo } from './binder/locate.ts';
import { escapeHtml } from './html.ts';

/** /openapi.json and the page /api-docs, rendered once. */
export function renderApiDocs(contract: ContractDocument): {
  json: string;
  html: (basePath: string) => string;
} {
  const sections = groupByTag(contract)
    .map(
      ([tag, operations]) =>
        `<section><h2>${escapeHtml(tag)}</h2>${operations.map((each) => operationHtml(contract, each)).join('')}</section>`,
    )
    .join('');
  const title = escapeHtml(contract.info.title);
  return {
    json: JSON.stringify(contract),
    html: (basePath) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}: API</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${escapeHtml(contract.info.description ?? '')}</p>
<p>Version ${escapeHtml(contract.info.version)}. For machines: <a href="${escapeHtml(basePath)}/openapi.json">openapi.json</a>.</p>
${sections}
</main>
</body>
</html>
`,
  };
}

interface Entry {
  path: string;
  method: (typeof METHODS)[number];
  operation: Operation;
}

function groupByTag(contract: ContractDocument): [string, Entry[]][] {
  const groups = new Map<string, Entry[]>();
  for (const [path, item] of Object.entries<PathItem>(contract.paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      if (!operation) continue;
      const tag = operation.tags?.[0] ?? 'other';
      groups.set(tag, [...(groups.get(tag) ?? []), { path, method, operation }]);
    }
  }
  return [...groups];
}

function operationHtml(contract: ContractDocument, { path, method, operation }: Entry): string {
  const parameters = parametersOf(contract, path, method).map(({ node }) => parameterHtml(node));
  const pointer = pointerTo('', 'paths', path, method, 'responses');
  const responses = Object.keys(operation.responses).map((status) => {
    const { node } = locate<{ description: string }>(contract, pointerTo(pointer, status));
    return `<li><code>${escapeHtml(status)}</code> ${escapeHtml(node.description)}</li>`;
  });
  return `<details>
<summary><code><b>${method.toUpperCase()}</b> ${escapeHtml(path)}</code> ${escapeHtml(operation.summary ?? '')}</summary>
<p>${escapeHtml(operation.description ?? '')}</p>
<p>Access: <code>${escapeHtml(JSON.stringify(operation['x-access'] ?? {}))}</code></p>
${parameters.length > 0 ? `<h3>Parameters</h3><ul>${parameters.join('')}</ul>` : ''}
${bodyHtml(contract, { path, method, operation })}
<h3>Answers</h3><ul>${responses.join('')}</ul>
</details>`;
}

function parameterHtml(parameter: Parameter): string {
  const need = parameter.required ? ', required' : '';
  return `<li><code>${escapeHtml(parameter.name)}</code> (${parameter.in}${need}) ${escapeHtml(parameter.description ?? '')}</li>`;
}

function bodyHtml(contract: ContractDocument, { path, method, operation }: Entry): string {
  if (!operation.requestBody) return '';
  const body = locate<{ content: Record<string, { schema?: unknown }> }>(
    contract,
    pointerTo('', 'paths', path, method, 'requestBody'),
  );
  const parts = Object.keys(body.node.content).map((type) => {
    const schema = body.node.content[type]?.schema;
    const shown = schema ? locate(contract, pointerTo(body.pointer, 'content', type, 'schema')).node : {};
    return `<p><code>${escapeHtml(type)}</code></p><pre tabindex="0">${escapeHtml(JSON.stringify(shown, null, 2))}</pre>`;
  });
  return `<h3>Body</h3>${parts.join('')}`;
}

const STYLE = `
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem; }
summary { cursor: pointer; padding: .4rem 0; overflow-wrap: anywhere; }
details { border-bottom: 1px solid #8884; }
pre { overflow: auto; max-height: 24rem; padding: .75rem; border: 1px solid #8884; border-radius: 6px; }
h2 { text-transform: capitalize; margin-top: 2rem; }
h3 { font-size: 1rem; margin: .75rem 0 0; }
`;
