const LONGEST = 63;

/** A table's name that needs no quotes in SQL, out of the name of a layer or a file. */
export function tableNameOf(layer: string): string {
  const plain = layer
    .replace(/\.(gpkg|zip|geojson|json|shp)$/i, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, LONGEST);
  return /^[a-z_]/.test(plain) ? plain : plain === '' ? '' : `t_${plain}`.slice(0, LONGEST);
}
