import type { Setting, SettingGroup } from '../client.ts';

export type Shown = 'all' | 'modified' | 'restart';

/** Groups with the settings that hold every word and are of the kind that is shown; empty groups are left out. */
export function found(
  groups: SettingGroup[],
  { words, shown }: { words: string; shown: Shown },
): SettingGroup[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return groups
    .map((group) => ({
      ...group,
      settings: group.settings.filter((setting) => isShown(setting, shown) && holds(setting, group, wanted)),
    }))
    .filter(({ settings }) => settings.length > 0);
}

function isShown(setting: Setting, shown: Shown): boolean {
  if (shown === 'modified') return setting.modified;
  return shown === 'restart' ? setting.pending_restart : true;
}

function holds(
  { name, description = '', advice = '' }: Setting,
  { title }: SettingGroup,
  words: string[],
): boolean {
  const text = `${name} ${name.replaceAll('_', ' ')} ${description} ${advice} ${title}`.toLowerCase();
  return words.every((word) => text.includes(word));
}
