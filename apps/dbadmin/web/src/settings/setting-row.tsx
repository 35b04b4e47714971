import { Badge, Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { t } from '@cairn/ui';
import type { Connection, Setting } from '../client.ts';
import { SettingForm } from './setting-form.tsx';
import styles from './settings.module.css';
import { inUnits } from './units.ts';
import { asPeopleWrite } from './words.ts';

interface SettingRowProps {
  server: Connection;
  setting: Setting;
  mayChange: boolean;
}

/** One setting: what it is, what it will be, what it was without configuration; changed in its place. */
export function SettingRow({ server, setting, mayChange }: SettingRowProps) {
  const [isEditing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setEditing(false);
    requestAnimationFrame(() => button.current?.focus());
  };
  const { name, description, advice, default_value: standard } = setting;
  return (
    <li className={styles.row} data-setting={name}>
      <div className={styles.words}>
        <span className={styles.head}>
          <code className={styles.name}>{name}</code>
          {setting.modified ? <Badge size="xs">{t('settings.changed')}</Badge> : null}
          {setting.needs_restart ? (
            <Badge size="xs" color="gray">
              {t('settings.restart')}
            </Badge>
          ) : null}
          {setting.pending_restart ? (
            <Badge size="xs" color="yellow">
              {t('settings.pending', { value: inUnits(setting.pending_value ?? '?', setting.unit) })}
            </Badge>
          ) : null}
        </span>
        {description ? <span className={styles.quiet}>{description}</span> : null}
        {advice ? <span className={styles.quiet}>{advice}</span> : null}
      </div>
      {isEditing ? (
        <SettingForm server={server} setting={setting} onDone={close} />
      ) : (
        <div className={styles.value}>
          <span className={styles.now}>{asPeopleWrite(setting)}</span>
          {standard !== null && standard !== undefined && setting.modified ? (
            <span className={styles.quiet}>
              {t('settings.default', { value: standard === '' ? '–' : inUnits(standard, setting.unit) })}
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
              {t('settings.change')}
            </Button>
          ) : null}
        </div>
      )}
    </li>
  );
}
