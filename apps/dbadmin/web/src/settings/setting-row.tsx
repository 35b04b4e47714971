import { Badge, Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { t } from '@cairn/ui';
import type { Connection, Setting } from '../client.ts';
import { formatSetting, formatValue } from './format-setting.ts';
import { SettingForm } from './setting-form.tsx';
import text from '../layout/text.module.css';
import styles from './settings.module.css';

interface SettingRowProps {
  server: Connection;
  setting: Setting;
  mayChange: boolean;
}

/** One setting: its value, its pending and default values, and the form to edit it in place. */
export function SettingRow({ server, setting, mayChange }: SettingRowProps) {
  const [isEditing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setEditing(false);
    requestAnimationFrame(() => button.current?.focus());
  };
  const { name, description, advice, default_value: defaultValue } = setting;
  return (
    <li className={styles.row} data-setting={name}>
      <div className={styles.words}>
        <span className={styles.head}>
          <code className={styles.name}>{name}</code>
          {setting.modified ? <Badge size="xs">{t('settings.isModified')}</Badge> : null}
          {setting.needs_restart ? (
            <Badge size="xs" color="gray">
              {t('settings.restart')}
            </Badge>
          ) : null}
          {setting.pending_restart ? (
            <Badge size="xs" color="yellow">
              {t('settings.pendingValue', { value: formatValue(setting.pending_value ?? '?', setting.unit) })}
            </Badge>
          ) : null}
        </span>
        {description ? <span className={text.quiet}>{description}</span> : null}
        {advice ? <span className={text.quiet}>{advice}</span> : null}
      </div>
      {isEditing ? (
        <SettingForm server={server} setting={setting} onDone={close} />
      ) : (
        <div className={styles.value}>
          <span className={styles.now}>{formatSetting(setting)}</span>
          {setting.modified && typeof defaultValue === 'string' ? (
            <span className={text.quiet}>
              {t('settings.default', { value: formatValue(defaultValue, setting.unit) })}
            </span>
          ) : null}
          {mayChange ? (
            <Button
              ref={button}
              size="compact-sm"
              variant="default"
              aria-label={t('settings.changeOf', { name })}
              onClick={() => setEditing(true)}
            >
              {t('common.edit')}
            </Button>
          ) : null}
        </div>
      )}
    </li>
  );
}
