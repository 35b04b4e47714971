import { targetNotAllowed, unknownService } from './errors.ts';
import type { UpstreamName } from './types.ts';

type Method = 'GET' | 'POST';

/** What the proxy passes on; anything else is refused. A path is only compared, and never built into an address. */
export const TARGETS: Record<UpstreamName, Record<Method, readonly string[]>> = {
  analysis: {
    GET: ['api/points', 'api/connections', 'api/schemas', 'api/tables', 'api/columns'],
    POST: ['api/cluster', 'api/points-in-geometry', 'api/insights', 'api/save-config'],
  },
  formbuilder: { GET: ['api/field_servers', 'health'], POST: ['generate'] },
  sync: { GET: ['api/field_servers.php'], POST: [] },
};

const SERVICES: ReadonlyMap<string, UpstreamName> = new Map([
  ['analysis', 'analysis'],
  ['formbuilder', 'formbuilder'],
  ['form-builder', 'formbuilder'],
  ['sync', 'sync'],
]);

export interface Target {
  upstream: UpstreamName;
  /** One of the table. */
  path: string;
}

/**
 * The target that `service` and `path` name. Both must be there once and match letter by letter.
 * @throws {AppError} bad_request for the service, then forbidden for the method or the path
 */
export function findTarget(
  method: string,
  { service = [], path = [] }: { service?: readonly string[]; path?: readonly string[] },
): Target {
  const upstream = service.length === 1 ? SERVICES.get(service[0]!) : undefined;
  if (upstream === undefined) throw unknownService();
  const paths = TARGETS[upstream][method === 'HEAD' ? 'GET' : (method as Method)];
  const known = path.length === 1 ? paths?.find((each) => each === path[0]) : undefined;
  if (known === undefined) throw targetNotAllowed();
  return { upstream, path: known };
}
