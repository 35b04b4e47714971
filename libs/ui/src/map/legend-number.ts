import { readerLanguage } from './language.ts';

/** A number of a legend: short, also where its zeros would fill the line (2.1E-7, 27.09B). */
export function legendNumber(value: number): string {
  return formatFor(Math.abs(value)).format(value);
}

function formatFor(size: number): Intl.NumberFormat {
  if (size > 0 && size < 0.0001) return formats('scientific', 2);
  return size >= 1e9 ? formats('compact', 4) : formats('standard', 4);
}

const made = new Map<string, Intl.NumberFormat>();

function formats(notation: 'standard' | 'scientific' | 'compact', digits: number): Intl.NumberFormat {
  const language = readerLanguage();
  const key = `${language} ${notation}`;
  const format =
    made.get(key) ?? new Intl.NumberFormat(language, { notation, maximumSignificantDigits: digits });
  made.set(key, format);
  return format;
}
