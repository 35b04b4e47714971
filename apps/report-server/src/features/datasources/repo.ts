import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';
import type { Datasource, DatasourceFields, ProbedDatabase, SealedDatasource } from './types.ts';

const COLUMNS = [
  'id',
  'key',
  'title',
  'host',
  'port',
  'database',
  'username',
  'sslmode',
  'schemas',
  'postgis_schema as postgisSchema',
  'postgis_version as postgisVersion',
  'origin',
  'origin_ref as originRef',
  'statement_timeout_ms as statementTimeoutMs',
  'enabled',
  'revision',
  'updated_at as updatedAt',
] as const;

export function listDatasources(db: Db): Promise<Datasource[]> {
  return db
    .selectFrom('datasources')
    .select(COLUMNS)
    .orderBy(sql`lower(title)`)
    .orderBy('id')
    .execute();
}

/** With the encrypted password. */
export async function findDatasource(db: Db, key: string): Promise<SealedDatasource | null> {
  const query = db.selectFrom('datasources').select(COLUMNS).select('password_sealed as passwordSealed');
  return (await query.where('key', '=', key).executeTakeFirst()) ?? null;
}

export interface NewDatasource extends DatasourceFields {
  key: string;
  passwordSealed: string;
  probed: ProbedDatabase | null;
  origin: 'manual' | 'dbadmin';
  originRef: string | null;
  createdBy: number | null;
}

export function insertDatasource(db: Db, datasource: NewDatasource): Promise<Datasource> {
  const { key, passwordSealed, origin, originRef, createdBy } = datasource;
  return db
    .insertInto('datasources')
    .values({
      ...toRow(datasource),
      ...postgisOf(datasource.probed),
      key,
      password_sealed: passwordSealed,
      origin,
      origin_ref: originRef,
      created_by: createdBy,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Null when the datasource is not at this revision any more. A password that is not given stays. */
export async function updateDatasource(
  db: Db,
  { id, revision }: Pick<Datasource, 'id' | 'revision'>,
  change: DatasourceFields & { passwordSealed?: string; probed: ProbedDatabase | null },
): Promise<Datasource | null> {
  const updated = await db
    .updateTable('datasources')
    .set({
      ...toRow(change),
      ...(change.probed ? postgisOf(change.probed) : {}),
      ...(change.passwordSealed === undefined ? {} : { password_sealed: change.passwordSealed }),
      revision: revision + 1,
      updated_at: sql<never>`now()`,
    })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .returning(COLUMNS)
    .executeTakeFirst();
  return updated ?? null;
}

export async function deleteDatasource(db: Db, id: number): Promise<void> {
  await db.deleteFrom('datasources').where('id', '=', id).execute();
}

function toRow(fields: DatasourceFields) {
  const { title, host, port, database, username, sslmode, schemas, statementTimeoutMs, enabled } = fields;
  const address = { host, port, database, username, sslmode };
  return { title, ...address, schemas, statement_timeout_ms: statementTimeoutMs, enabled };
}

function postgisOf(probed: ProbedDatabase | null) {
  return {
    postgis_schema: probed?.postgis?.schema ?? null,
    postgis_version: probed?.postgis?.version ?? null,
  };
}
