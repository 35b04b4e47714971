import type { ReportServerSchemas } from '@cairn/contracts';
import { DEFAULT_TIMEOUT_MS } from './service.ts';
import type { TestOutcome } from './service.ts';
import type { Datasource, DatasourceFields } from './types.ts';

export function toDatasourceBody(datasource: Datasource): ReportServerSchemas['Datasource'] {
  const { key, title, host, port, database, username, sslmode, schemas, origin, enabled, revision } =
    datasource;
  return {
    ...{
      key,
      title,
      kind: 'postgres',
      host,
      port,
      database,
      username,
      sslmode,
      schemas,
      origin,
      enabled,
      revision,
    },
    spatial: datasource.postgisSchema !== null,
    postgis: datasource.postgisVersion,
    statement_timeout_ms: datasource.statementTimeoutMs,
    updated_at: datasource.updatedAt.toISOString(),
  };
}

export function toFields(body: ReportServerSchemas['DatasourceInput']): DatasourceFields {
  return {
    title: body.title,
    host: body.host,
    port: body.port ?? 5432,
    database: body.database,
    username: body.username,
    sslmode: body.sslmode ?? 'prefer',
    schemas: body.schemas ?? [],
    statementTimeoutMs: body.statement_timeout_ms ?? DEFAULT_TIMEOUT_MS,
    enabled: body.enabled ?? true,
  };
}

export function toTestBody(outcome: TestOutcome): ReportServerSchemas['DatasourceTest'] {
  if (!outcome.ok) return outcome;
  const { version, encrypted, postgis, milliseconds } = outcome;
  return { ok: true, version, encrypted, postgis: postgis?.version ?? null, milliseconds };
}
