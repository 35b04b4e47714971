import { badRequest, notFound } from '@cairn/service';
import type { GeoServerClient } from '../geoserver/client.ts';
import { findLayer, setDefaultStyle } from '../geoserver/layers.ts';
import { createStyle, listStyles, resolveStyle } from '../geoserver/styles.ts';
import type { StyleRef } from '../geoserver/styles.ts';
import { listWorkspaces } from '../geoserver/workspaces.ts';
import { inEachWorkspace } from '../geoserver/in-each-workspace.ts';
import { checkSld } from './check-sld.ts';

const NAME = /^[\p{L}\p{N}_][\p{L}\p{N}\p{M}_.() -]{0,99}$/u;

/** All styles, global ones first. */
export async function listAllStyles(
  server: GeoServerClient,
  { signal, workspaces }: { signal: AbortSignal; workspaces?: string[] },
): Promise<StyleRef[]> {
  const global = await listStyles(server, null, signal);
  const names = workspaces ?? (await listWorkspaces(server, signal));
  const local = await inEachWorkspace(names, (workspace) => listStyles(server, workspace, signal));
  return [
    ...global.sort().map((style) => ({ workspace: null, style })),
    ...local.map(({ workspace, item: style }) => ({ workspace, style })),
  ];
}

/** @throws {AppError} bad_request for a document that is refused, and for a name that is taken or not allowed. */
export async function addStyle(
  server: GeoServerClient,
  { name, workspace, sld }: { name: string; workspace: string; sld: string },
): Promise<void> {
  const style = name.normalize('NFC').trim();
  if (!NAME.test(style)) {
    throw badRequest(
      'vault.bad_style_name',
      'The name of a style begins with a letter or digit and contains only letters, digits, spaces and _ - . ( ).',
    );
  }
  const { version } = checkSld(sld);
  await createStyle(server, { workspace: workspace.trim() || null, style }, { sld, version });
}

/** @throws {AppError} not_found for an unknown layer or style. */
export async function assignStyle(
  server: GeoServerClient,
  { workspace, layer, style }: { workspace: string; layer: string; style: string },
): Promise<void> {
  if (!(await findLayer(server, { workspace, layer }))) {
    throw notFound('vault.no_such_layer', `There is no layer "${layer}" in the workspace "${workspace}".`);
  }
  const resolved = await resolveStyle(server, { workspace, style });
  if (resolved === null) {
    throw notFound(
      'vault.no_such_style',
      `There is no style "${style}" in the workspace "${workspace}" or among the global styles.`,
    );
  }
  await setDefaultStyle(server, { workspace, layer }, { style: resolved });
}
