import { memoize } from '../memoize.ts';

/** How a locale writes numbers. */
export interface NumberSymbols {
  decimal: string;
  group: string;
  minus: string;
  percent: string;
  /** The ten digits; null for those of ASCII. */
  digits: string[] | null;
  currency: string;
}

const EURO = 'AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK';

/** Currencies of regions for `¤`, as JavaScript does not know them; other regions keep the sign `¤`. */
const CURRENCIES: Record<string, string> = {
  ...Object.fromEntries(EURO.split(' ').map((region) => [region, 'EUR'])),
  AE: 'AED',
  AR: 'ARS',
  AU: 'AUD',
  BG: 'BGN',
  BR: 'BRL',
  CA: 'CAD',
  CH: 'CHF',
  CL: 'CLP',
  CN: 'CNY',
  CO: 'COP',
  CZ: 'CZK',
  DK: 'DKK',
  EG: 'EGP',
  GB: 'GBP',
  HK: 'HKD',
  HU: 'HUF',
  ID: 'IDR',
  IL: 'ILS',
  IN: 'INR',
  IS: 'ISK',
  JP: 'JPY',
  KE: 'KES',
  KR: 'KRW',
  LI: 'CHF',
  MA: 'MAD',
  MX: 'MXN',
  MY: 'MYR',
  NG: 'NGN',
  NO: 'NOK',
  NP: 'NPR',
  NZ: 'NZD',
  PH: 'PHP',
  PK: 'PKR',
  PL: 'PLN',
  RO: 'RON',
  RS: 'RSD',
  RU: 'RUB',
  SA: 'SAR',
  SE: 'SEK',
  SG: 'SGD',
  TH: 'THB',
  TR: 'TRY',
  TW: 'TWD',
  UA: 'UAH',
  US: 'USD',
  VN: 'VND',
  ZA: 'ZAR',
};

/** The symbols of a locale such as `de-DE`. @throws {RangeError} for a text that is no BCP 47 tag. */
export const numberSymbols = memoize(200, readSymbols);

function readSymbols(locale: string): NumberSymbols {
  const format = new Intl.NumberFormat(locale, { useGrouping: true, minimumFractionDigits: 1 });
  const part = (type: string, fallback: string): string =>
    format.formatToParts(-123_456_789.5).find((candidate) => candidate.type === type)?.value ?? fallback;
  const zero = new Intl.NumberFormat(locale, { useGrouping: false });
  const digits = Array.from({ length: 10 }, (_, digit) => zero.format(digit));
  const percent = new Intl.NumberFormat(locale, { style: 'percent' }).formatToParts(1);
  return {
    decimal: part('decimal', '.'),
    group: part('group', ','),
    minus: part('minusSign', '-'),
    percent: percent.find(({ type }) => type === 'percentSign')?.value ?? '%',
    digits: digits[0] === '0' ? null : digits,
    currency: currencySign(locale),
  };
}

function currencySign(locale: string): string {
  const currency = CURRENCIES[new Intl.Locale(locale).maximize().region ?? ''];
  if (!currency) return '¤';
  const parts = new Intl.NumberFormat(locale, { style: 'currency', currency }).formatToParts(1);
  return parts.find(({ type }) => type === 'currency')?.value ?? '¤';
}
