import type { GeoServerClient } from './client.ts';

/** The full name of a style of a workspace (`workspace:style`), or else of a global one; null when there is none. */
export async function resolveStyle(
  server: GeoServerClient,
  { workspace, style, signal }: { workspace: string; style: string; signal?: AbortSignal },
): Promise<string | null> {
  const what = 'The style was not read';
  const name = style.startsWith(`${workspace}:`) ? style.slice(workspace.length + 1) : style;
  const local = ['rest', 'workspaces', workspace, 'styles', name];
  if (await server.json({ path: local, signal }, what)) return `${workspace}:${name}`;
  if (name !== style) return null;
  return (await server.json({ path: ['rest', 'styles', name], signal }, what)) ? name : null;
}
