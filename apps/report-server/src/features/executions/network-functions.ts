import { AppError } from '@cairn/service';
import type { Read } from '../datasources/read.ts';

/** Extensions whose functions open connections to other servers, and by default everybody may call them. */
const EXTENSIONS = ['dblink', 'http', 'pg_net', 'pg_curl', 'plproxy', 'aws_s3', 'aws_lambda'];

const CALLABLE = `
  SELECT e.extname AS extension FROM pg_extension e
    JOIN pg_depend d ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid AND d.deptype = 'e'
    JOIN pg_proc p ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid
    JOIN pg_namespace n ON n.oid = p.pronamespace
  WHERE e.extname = ANY ($1::text[]) AND has_schema_privilege(n.oid, 'USAGE') AND has_function_privilege(p.oid, 'EXECUTE')
  LIMIT 1`;

/**
 * SQL that a person wrote must not reach the network of the database.
 * @throws {AppError} forbidden when the login may call functions that do
 */
export async function refuseNetworkFunctions(read: Read, title: string): Promise<void> {
  const [found] = await read.rows<{ extension: string }>({
    text: CALLABLE,
    values: [`{${EXTENSIONS.join(',')}}`],
  });
  if (!found) return;
  throw new AppError({
    kind: 'forbidden',
    code: 'report-server.sql_reaches_network',
    message: `The login of "${title}" may call functions of the extension ${found.extension}, which reach other servers. Have EXECUTE on them revoked from it and from PUBLIC, or use tables as datasets.`,
  });
}
