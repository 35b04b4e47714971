import { t } from '@cairn/ui';
import type { EditColumn } from '../../client.ts';
import { typedValue } from './cell-value.ts';

/** A row as it is typed. */
export interface Draft {
  values: Record<string, string>;
  longitude: string;
  latitude: string;
}

export function draftOf(columns: readonly EditColumn[]): Draft {
  return {
    values: Object.fromEntries(columns.map(({ name }) => [name, ''])),
    longitude: '',
    latitude: '',
  };
}

/** What to send of a draft, and a sentence for each field that is wrong. What was left empty is left out. */
export function readDraft(draft: Draft, columns: readonly EditColumn[]) {
  const row: Record<string, unknown> = {};
  const problems: Record<string, string> = {};
  for (const column of columns) {
    const text = draft.values[column.name] ?? '';
    if (text === '' && (column.nullable || column.has_default)) continue;
    const typed = typedValue(text, column);
    if ('problem' in typed) problems[column.name] = typed.problem;
    else row[column.name] = typed.value;
  }
  const place = [draft.longitude, draft.latitude].map((text) => text.trim());
  const geometry = readPlace(place, problems);
  return { body: { row, ...(geometry ? { geometry } : {}) }, problems };
}

function readPlace([east = '', north = '']: string[], problems: Record<string, string>) {
  if (east === '' && north === '') return null;
  const [longitude, latitude] = [Number(east), Number(north)];
  if (east === '' || !(Math.abs(longitude) <= 180)) problems[':longitude'] = t('editing.notLongitude');
  if (north === '' || !(Math.abs(latitude) <= 90)) problems[':latitude'] = t('editing.notLatitude');
  return { type: 'Point', coordinates: [longitude, latitude] };
}
