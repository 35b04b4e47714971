import { readerLanguage } from './language.ts';

/** Longitude and latitude in degrees as people write them: `52.5170° N, 13.3889° E`. */
export function formatPosition([lng, lat]: [number, number], language = readerLanguage()): string {
  const number = new Intl.NumberFormat(language, { minimumFractionDigits: 4, maximumFractionDigits: 4 });
  return `${number.format(Math.abs(lat))}° ${lat < 0 ? 'S' : 'N'}, ${number.format(Math.abs(lng))}° ${lng < 0 ? 'W' : 'E'}`;
}
