import type { TableSource } from './types.ts';

/** Connection parameters of GeoServer for the tables of a schema, as its manual names them (PostGIS, and SSL of GeoTools). */
export function postgisParameters({ address, schema }: TableSource) {
  const { host, port, database, user, password, sslmode } = address;
  const parameters = {
    ...{ dbtype: 'postgis', host, port: String(port), database, schema, user, passwd: password },
    // Keys of rows are ids of features, so that these stay the same.
    'Expose primary keys': 'true',
    'SSL mode': sslmode.toUpperCase().replace('-', '_'),
  };
  return { entry: Object.entries(parameters).map(([key, value]) => ({ '@key': key, $: value })) };
}
