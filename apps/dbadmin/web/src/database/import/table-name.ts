const MAX_LENGTH = 63;

/** A table name that needs no quotes in SQL, derived from the name of a layer or a file. */
export function tableNameOf(layer: string): string {
  const plain = layer
    .replace(/\.(gpkg|zip|geojson|json|shp)$/i, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, MAX_LENGTH);
  return /^[a-z_]/.test(plain) ? plain : plain === '' ? '' : `t_${plain}`.slice(0, MAX_LENGTH);
}
