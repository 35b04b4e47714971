import type { ExternalTask } from './task.ts';
import { FORMATS } from '../formats.ts';

/** The address of a run on an engine whose report operation is `url`. */
export function reportAddress(url: string, task: ExternalTask): string {
  const address = new URL(url);
  const set = (name: string, value: string | null) => {
    if (value !== null) address.searchParams.set(name, value);
  };
  // First those of the caller, so that none of them replaces one of ours.
  for (const [name, value] of Object.entries(task.parameters)) set(name, value);
  set('_repName', task.report);
  set('_repFormat', FORMATS[task.format].extension);
  set('_dataSource', task.datasource);
  set('_repLocale', toJavaLocale(task.locale));
  set('_repTimeZone', task.timeZone);
  set('_repEncoding', 'UTF-8');
  return address.href;
}

/** The engine cuts two letters of language and two of country out of the text, and has no other form. */
function toJavaLocale(locale: string): string | null {
  const { language, region } = new Intl.Locale(locale).maximize();
  return language.length === 2 && region?.length === 2 ? `${language}_${region}` : null;
}
