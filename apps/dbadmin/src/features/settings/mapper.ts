import type { DbadminSchemas } from '@cairn/contracts';
import { boundsOf } from './bounds.ts';
import { ADVICE, GROUPS } from './catalog.ts';
import type { ChangedSetting, SettingsOfServer } from './service.ts';
import type { ServerSetting, SettingChange } from './types.ts';
import { formatAmount } from './units.ts';

type Body = DbadminSchemas['Setting'];

export function toSettingsBody(of: SettingsOfServer): DbadminSchemas['SettingList'] {
  const groups = GROUPS.map(({ key, title, names }) => {
    const settings = names.flatMap((name) => {
      const setting = of.settings.get(name);
      return setting ? [toBody(setting, of)] : [];
    });
    return {
      key,
      title,
      restart_count: count(settings, (setting) => setting.pending_restart),
      modified_count: count(settings, (setting) => setting.modified),
      settings,
    };
  });
  return {
    connection_id: of.connectionId,
    restart_count: groups.reduce((sum, group) => sum + group.restart_count, 0),
    modified_count: groups.reduce((sum, group) => sum + group.modified_count, 0),
    groups,
    last_change: of.lastChange && toChangeBody(of.lastChange),
  };
}

export function toChangedBody(changed: ChangedSetting): DbadminSchemas['SettingChanged'] {
  return {
    name: changed.name,
    previous_value: changed.previousValue,
    value: changed.value,
    pending_restart: changed.pendingRestart,
  };
}

function toBody(setting: ServerSetting, { settings, machine }: SettingsOfServer): Body {
  const bounds = boundsOf(setting, settings, machine);
  const isNumber = setting.type === 'integer' || setting.type === 'real';
  const advice = [ADVICE[setting.name], bounds.reason].filter((text) => text !== undefined).join(' ');
  return {
    name: setting.name,
    value: setting.value,
    display: isNumber ? formatAmount(Number(setting.value), setting.unit) : setting.value,
    unit: setting.unit,
    type: setting.type,
    context: setting.context,
    needs_restart: setting.context === 'postmaster',
    default_value: setting.bootValue,
    pending_restart: setting.pendingRestart,
    pending_value: setting.nextValue,
    source: setting.source,
    // The server computes some defaults at startup.
    modified: setting.source !== 'default' && setting.value !== setting.bootValue,
    minimum: bounds.minimum === null ? null : String(bounds.minimum),
    maximum: bounds.maximum === null ? null : String(bounds.maximum),
    choices: setting.type === 'bool' ? ['on', 'off'] : bounds.choices,
    description: setting.description,
    ...(advice === '' ? {} : { advice }),
  };
}

function toChangeBody(change: SettingChange): DbadminSchemas['SettingHistory'] {
  return {
    id: change.id,
    name: change.name,
    previous_value: change.previousValue,
    value: change.value,
    changed_at: change.changedAt.toISOString(),
    changed_by: change.changedBy,
  };
}

function count(settings: Body[], condition: (setting: Body) => boolean): number {
  return settings.filter(condition).length;
}
