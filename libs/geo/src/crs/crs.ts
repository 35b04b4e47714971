/** A coordinate reference system. */
export interface Crs {
  name: string;
  /** EPSG code. */
  srid?: number;
  authority?: string;
  code?: string;
  kind?: 'geographic' | 'projected' | 'other';
  unit?: string;
  wkt?: string;
  /** A definition for PROJ, for a system without WKT. */
  proj4?: string;
  /** The file has no CRS; WGS 84 was assumed because its coordinates fit. */
  assumed?: boolean;
}

export const WGS84: Crs = {
  name: 'WGS 84',
  srid: 4326,
  authority: 'EPSG',
  code: '4326',
  kind: 'geographic',
  unit: 'degree',
};

/**
 * How a file without a coordinate system is placed: `assumed` as WGS 84, because all its coordinates can be degrees, or
 * `unplaced`.
 */
export type MissingCrs = 'assumed' | 'unplaced';

/** The CRS to assume for coordinates without one: WGS 84 when all of them can be degrees, else null. */
export function assumeCrs(extent: [number, number, number, number] | null): Crs | null {
  if (extent === null) return null;
  const [minX, minY, maxX, maxY] = extent;
  const canBeDegrees = minX >= -180 && maxX <= 180 && minY >= -90 && maxY <= 90;
  return canBeDegrees ? { ...WGS84, assumed: true } : null;
}

/** Null when the file names its coordinate system. */
export function missingCrs(crs: Crs | null): MissingCrs | null {
  if (crs === null) return 'unplaced';
  return crs.assumed ? 'assumed' : null;
}

const MISSING: Record<MissingCrs, string> = {
  assumed: 'No coordinate system; assumed WGS 84 from the coordinates.',
  unplaced: 'No coordinate system; the map cannot place it.',
};
const MAX_SENTENCES = 20;

/** Warnings on layers without a coordinate system: a single one when it is true of all layers. */
export function missingCrsSentences(layers: { name: string; missingCrs?: MissingCrs | null }[]): string[] {
  const states = new Set(layers.map((layer) => layer.missingCrs ?? null));
  const [only] = states;
  if (states.size === 1) return only ? [MISSING[only]] : [];
  return layers
    .flatMap(({ name, missingCrs: missing }) =>
      missing ? [`Layer "${name}": ${MISSING[missing].replace(/^N/, 'n')}`] : [],
    )
    .slice(0, MAX_SENTENCES);
}

/** No real definition is longer, and a program's argument may have at most 128 KiB. */
const MAX_WKT = 64 * 1024;
/** The identifier of the whole is at its end; searching the whole text takes quadratic time. */
const MAX_IDENTIFIER = 500;

const WKT_START =
  /^(PROJCS|GEOGCS|GEOCCS|COMPD_CS|VERT_CS|LOCAL_CS|PROJCRS|GEOGCRS|GEODCRS|GEODETICCRS|COMPOUNDCRS|BOUNDCRS|PROJECTEDCRS|GEOGRAPHICCRS|ENGCRS)\s*\[/;

/** `+proj=` first, then parameters that name no path. */
const PROJ4 = /^\+proj=\w+( +\+\w+(=[\w.,+-]+)?)* *$/;

/** Reads name, kind, unit and identifier from WKT (version 1 or 2); null for other text. */
export function crsFromWkt(wkt: string): Crs | null {
  const text = wkt.trim();
  if (text.length > MAX_WKT) return null;
  const start = WKT_START.exec(text)?.[1];
  if (!start) return null;
  const name = /"((?:[^"]|"")*)"/.exec(text)?.[1] ?? 'unnamed';
  const id = /(?:ID|AUTHORITY)\["([A-Za-z]+)","?([A-Za-z0-9]+)"?(?:,[^\]]*)?\]\s*\]$/.exec(
    text.slice(-MAX_IDENTIFIER),
  );
  const units = [...text.matchAll(/(?:LENGTHUNIT|ANGLEUNIT|UNIT)\["([^"]+)"/g)];
  const kind = start.startsWith('PROJ')
    ? 'projected'
    : /^GEO(G|D|DETIC|GRAPHIC)/.test(start)
      ? 'geographic'
      : 'other';
  return {
    name,
    ...(id?.[1] === 'EPSG' ? { srid: Number(id[2]) } : {}),
    ...(id?.[1] && id[2] ? { authority: id[1], code: id[2] } : {}),
    kind,
    ...(units.at(-1)?.[1] ? { unit: units.at(-1)?.[1] as string } : {}),
    wkt: text,
  };
}

/**
 * A CRS as an argument for GDAL: a code, WKT or parameters of PROJ. GDAL would read other texts as files or addresses. Null when
 * the CRS has none of them.
 */
export function crsArgument(crs: Crs): string | null {
  if (crs.authority && crs.code && /^[A-Z]+$/.test(crs.authority) && /^[A-Za-z0-9]+$/.test(crs.code)) {
    if (crs.authority === 'EPSG' || crs.authority === 'ESRI') return `${crs.authority}:${crs.code}`;
  }
  if (crs.wkt && WKT_START.test(crs.wkt)) return crs.wkt;
  return crs.proj4 && PROJ4.test(crs.proj4) ? crs.proj4 : null;
}
