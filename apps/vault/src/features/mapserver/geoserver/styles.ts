import { badRequest } from '@cairn/service';
import type { GeoServerClient } from './client.ts';
import { isObject, listNames } from './lists.ts';

/** A style; without a workspace a global one. */
export interface StyleRef {
  workspace: string | null;
  style: string;
}

const MEDIA_TYPES = {
  '1.0.0': 'application/vnd.ogc.sld+xml',
  '1.1.0': 'application/vnd.ogc.se+xml',
} as const;

function pathOf(workspace: string | null, style?: string): string[] {
  const base = workspace === null ? ['rest', 'styles'] : ['rest', 'workspaces', workspace, 'styles'];
  return style === undefined ? base : [...base, style];
}

/** Names of the global styles, or of those of a workspace. */
export async function listStyles(
  server: GeoServerClient,
  workspace: string | null,
  signal?: AbortSignal,
): Promise<string[]> {
  const body = await server.json({ path: pathOf(workspace), signal }, 'The styles were not listed');
  return body ? listNames(body, 'styles', 'style') : [];
}

/** The full name of a style of a workspace (`workspace:style`), or else of a global one; null when the server has neither. */
export async function resolveStyle(
  server: GeoServerClient,
  { workspace, style, signal }: { workspace: string; style: string; signal?: AbortSignal },
): Promise<string | null> {
  const what = 'The style was not read';
  const name = style.startsWith(`${workspace}:`) ? style.slice(workspace.length + 1) : style;
  if (await server.json({ path: pathOf(workspace, name), signal }, what)) return `${workspace}:${name}`;
  if (name !== style) return null;
  return (await server.json({ path: pathOf(null, name), signal }, what)) ? name : null;
}

/** Creates a style with its document unchanged. @throws {AppError} bad_request for a taken name and an unknown workspace. */
export async function createStyle(
  server: GeoServerClient,
  { workspace, style }: StyleRef,
  { sld, version }: { sld: string; version: keyof typeof MEDIA_TYPES },
): Promise<void> {
  if (await server.json({ path: pathOf(workspace, style) }, 'The style was not read'))
    throw styleTaken(style);
  const answer = await server.send({
    path: pathOf(workspace),
    method: 'POST',
    // Otherwise GeoServer writes its own reading of the document.
    query: { name: style, raw: 'true' },
    contentType: `${MEDIA_TYPES[version]};charset=UTF-8`,
    body: Buffer.from(sld, 'utf8'),
  });
  if (answer.status === 403 && /already exists/.test(answer.text)) throw styleTaken(style);
  if (answer.status === 404 && workspace !== null) {
    throw badRequest('vault.no_such_workspace', `There is no workspace "${workspace}" on this map server.`);
  }
  if (answer.status < 200 || answer.status > 299)
    throw server.unexpected(answer, 'The style was not created');
}

/** The document as it was saved: an extension in the path, or the wrong type, would make GeoServer convert it. */
export async function readStyle(
  server: GeoServerClient,
  { workspace, style }: StyleRef,
  signal?: AbortSignal,
): Promise<string> {
  const path = pathOf(workspace, style);
  const what = 'The style was not read';
  const body = await server.json({ path, signal }, what);
  if (!body) {
    throw badRequest('vault.no_such_style', `There is no style "${style}" there. Choose one from the list.`);
  }
  const info = isObject(body.style) ? body.style : {};
  const version = isObject(info.languageVersion) ? info.languageVersion.version : null;
  const accept = MEDIA_TYPES[version === '1.1.0' ? '1.1.0' : '1.0.0'];
  const answer = await server.send({ path, accept, signal });
  if (answer.status !== 200) throw server.unexpected(answer, what);
  return answer.text;
}

function styleTaken(style: string) {
  return badRequest('vault.style_taken', `There is already a style "${style}" there. Choose another name.`);
}
