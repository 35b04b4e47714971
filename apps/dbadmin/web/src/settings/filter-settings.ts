import type { Setting, SettingGroup } from '../client.ts';

export type SettingFilter = 'all' | 'modified' | 'restart';

/** Groups with the settings that match the filter and every word; empty groups are left out. */
export function filterSettings(
  groups: SettingGroup[],
  { words, filter }: { words: string; filter: SettingFilter },
): SettingGroup[] {
  const terms = words.toLowerCase().split(/\s+/).filter(Boolean);
  return groups
    .map((group) => ({
      ...group,
      settings: group.settings.filter(
        (setting) => matchesFilter(setting, filter) && matchesTerms(setting, group, terms),
      ),
    }))
    .filter(({ settings }) => settings.length > 0);
}

function matchesFilter(setting: Setting, filter: SettingFilter): boolean {
  if (filter === 'modified') return setting.modified;
  return filter === 'restart' ? setting.pending_restart : true;
}

function matchesTerms(
  { name, description = '', advice = '' }: Setting,
  { title }: SettingGroup,
  terms: string[],
): boolean {
  const text = `${name} ${name.replaceAll('_', ' ')} ${description} ${advice} ${title}`.toLowerCase();
  return terms.every((term) => text.includes(term));
}
