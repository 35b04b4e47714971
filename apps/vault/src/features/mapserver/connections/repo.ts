import type { Db } from '../../../db/handle.ts';
import type { MapServer, MapServerInput } from './types.ts';

const COLUMNS = [
  'id',
  'name',
  'url',
  'username',
  'default_workspace as defaultWorkspace',
  'enabled',
  'verify_ssl as verifySsl',
  'created_at as createdAt',
] as const;

export type StoredMapServer = MapServer & { sealedPassword: string };

export function listMapServers(db: Db): Promise<MapServer[]> {
  return db.selectFrom('mapserver_connections').select(COLUMNS).orderBy('name').orderBy('id').execute();
}

export async function findMapServer(db: Db, id: number): Promise<StoredMapServer | null> {
  const row = await db
    .selectFrom('mapserver_connections')
    .select(COLUMNS)
    .select('sealed_password as sealedPassword')
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

type Fields = Omit<MapServerInput, 'password'> & { sealedPassword: string };

export async function insertMapServer(db: Db, fields: Fields): Promise<number> {
  const { id } = await db
    .insertInto('mapserver_connections')
    .values(toRow(fields))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateMapServer(db: Db, id: number, fields: Fields): Promise<void> {
  await db.updateTable('mapserver_connections').set(toRow(fields)).where('id', '=', id).execute();
}

/** The name of the deleted connection; null when there was none. */
export async function deleteMapServer(db: Db, id: number): Promise<string | null> {
  const row = await db
    .deleteFrom('mapserver_connections')
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  return row?.name ?? null;
}

function toRow(fields: Fields) {
  return {
    name: fields.name,
    url: fields.url,
    username: fields.username,
    sealed_password: fields.sealedPassword,
    default_workspace: fields.defaultWorkspace,
    enabled: fields.enabled,
    verify_ssl: fields.verifySsl,
  };
}
