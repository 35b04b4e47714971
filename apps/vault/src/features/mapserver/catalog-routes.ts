import { readFile } from 'node:fs/promises';
import type { VaultOperations } from '@cairn/contracts';
import { receiveUpload } from '@cairn/files';
import type { Storage } from '@cairn/files';
import { badRequest, parseId, respond, streaming } from '@cairn/service';
import type { Call, Handlers } from '@cairn/service';
import type { MapServers } from './connections/service.ts';
import { openForField } from './connections/open-for-field.ts';
import { readCatalog } from './geoserver/catalog.ts';
import { readStyle } from './geoserver/styles.ts';
import type { StyleRef } from './geoserver/styles.ts';
import { addStyle, assignStyle, listAllStyles } from './styles/service.ts';

export interface CatalogRoutesDeps {
  mapServers: MapServers;
  storage: Storage;
}

type Operation =
  | 'readMapServerCatalog'
  | 'listMapServerStyles'
  | 'createMapServerStyle'
  | 'assignMapServerStyle'
  | 'readMapServerStyle';

const MAX_STYLE_BYTES = 2 * 1024 * 1024;

export function mapServerCatalogRoutes({
  mapServers,
  storage,
}: CatalogRoutesDeps): Handlers<VaultOperations, Operation> {
  return {
    async readMapServerCatalog({ query }, _actor, call) {
      const { connection, server } = await openForField(mapServers, query.connection_id);
      const { workspaces, ...catalog } = await readCatalog(server, call.signal);
      const styles = await listAllStyles(server, { signal: call.signal, workspaces });
      return {
        connection: { id: connection.id, name: connection.name, url: connection.url },
        workspaces: workspaces.map((name) => ({ name })),
        ...catalog,
        styles: styles.map(toStyleBody),
      };
    },

    async listMapServerStyles({ query }, _actor, call) {
      const { server } = await openForField(mapServers, query.connection_id);
      return (await listAllStyles(server, { signal: call.signal })).map(toStyleBody);
    },

    createMapServerStyle: streaming(async ({ req, res, input, call }) => {
      const body = (input as { body?: JsonStyle }).body;
      const style = body ? fromJson(body) : await fromForm(storage, { req, call });
      const { server } = await openForField(mapServers, style.connectionId);
      await addStyle(server, style);
      res.status(201).json({ success: true });
    }),

    async assignMapServerStyle({ body }) {
      const { server } = await openForField(mapServers, body.connection_id);
      await assignStyle(server, {
        workspace: body.workspace,
        layer: body.layer_name,
        style: body.style_name,
      });
      return respond(200, { success: true });
    },

    readMapServerStyle: streaming(async ({ res, input: { path, query }, call }) => {
      const { server } = await openForField(mapServers, query.connection_id);
      const sld = await readStyle(
        server,
        { workspace: query.workspace ?? null, style: path.name },
        call.signal,
      );
      // The document comes from another server, and as a page it could contain scripts.
      res.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
      res.setHeader('Content-Disposition', 'attachment; filename="style.sld"');
      res.setHeader('Content-Type', 'application/xml; charset=utf-8');
      res.end(sld);
    }),
  };
}

interface JsonStyle {
  connection_id: number;
  style_name: string;
  sld: string;
  workspace?: string;
}

interface NewStyle {
  connectionId: number;
  name: string;
  workspace: string;
  sld: string;
}

function fromJson({
  connection_id: connectionId,
  style_name: name,
  sld,
  workspace = '',
}: JsonStyle): NewStyle {
  return { connectionId, name, workspace, sld };
}

async function fromForm(
  storage: Storage,
  { req }: { req: Parameters<typeof receiveUpload>[0]['req']; call: Call },
): Promise<NewStyle> {
  const { file, fields } = await receiveUpload({
    req,
    storage,
    maxBytes: MAX_STYLE_BYTES,
    field: 'file',
    accept: () => undefined,
  });
  try {
    const connectionId = parseId(fields.connection_id?.trim());
    if (connectionId === null) {
      throw badRequest(
        'vault.mapserver_connection_missing',
        'connection_id must be the id of a saved map server.',
      );
    }
    const bytes = await readFile(file.path);
    return {
      connectionId,
      name: fields.style_name ?? '',
      workspace: fields.workspace ?? '',
      sld: decode(bytes),
    };
  } finally {
    await file.discard();
  }
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw badRequest('vault.bad_sld', 'The style is not UTF-8 text. Save it as UTF-8.');
  }
}

function toStyleBody({ workspace, style }: StyleRef) {
  return { name: style, ...(workspace === null ? {} : { workspace }) };
}
