import { Alert, Button, Select, Switch, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { notifyUndo, sentenceOf, t, tui, useChange } from '@cairn/ui';
import { dbadmin, type Connection, type Setting } from '../client.ts';
import { overviewKey, settingsKey } from '../query-keys.ts';
import { formatBounds, formatOrDefault, formatSetting } from './format-setting.ts';
import { useUndoChange } from './use-undo-change.ts';
import text from '../layout/text.module.css';
import styles from './settings.module.css';

interface SettingFormProps {
  server: Connection;
  setting: Setting;
  onDone: () => void;
}

/** Edits the value of a setting. It takes effect at once, or after a restart. */
export function SettingForm({ server, setting, onDone }: SettingFormProps) {
  const { name, type, modified } = setting;
  const [value, setValue] = useState(
    type === 'bool' || type === 'enum' ? setting.value : formatSetting(setting),
  );
  const [problem, setProblem] = useState<string | null>(null);
  const undo = useUndoChange(server);
  const save = useChange(
    (next: string | null) =>
      dbadmin.POST('/api/settings/update', { body: { connection_id: server.id, name, value: next } }),
    {
      quiet: true,
      refresh: [settingsKey(server.id), overviewKey(server.id)],
      onDone({ pending_restart: pending, value: saved }) {
        const values = { name, value: formatOrDefault(saved, setting.unit) };
        notifyUndo(t(pending ? 'settings.savedPending' : 'settings.saved', values), () => undo.mutate());
        onDone();
      },
    },
  );
  const submit = (next: string | null) => {
    setProblem(null);
    save.mutate(next, { onError: (error) => setProblem(sentenceOf(error)) });
  };
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => element.current?.querySelector('input')?.focus(), []);
  const cancelOnEscape = {
    onKeyDown(event: KeyboardEvent) {
      if (event.key === 'Escape') onDone();
    },
  };
  return (
    <form
      ref={element}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit(value === '–' ? '' : value.trim());
      }}
    >
      {type === 'bool' ? (
        <Switch
          label={t(value === 'on' ? 'settings.on' : 'settings.off')}
          aria-label={name}
          {...cancelOnEscape}
          checked={value === 'on'}
          onChange={(event) => setValue(event.currentTarget.checked ? 'on' : 'off')}
        />
      ) : type === 'enum' ? (
        <Select
          aria-label={name}
          {...cancelOnEscape}
          allowDeselect={false}
          data={setting.choices ?? []}
          value={value}
          onChange={(next) => setValue(next ?? '')}
        />
      ) : (
        <TextInput
          aria-label={name}
          {...cancelOnEscape}
          spellCheck={false}
          autoComplete="off"
          description={formatBounds(setting) || null}
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
      )}
      {problem ? (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      ) : null}
      {setting.needs_restart ? <span className={text.quiet}>{t('settings.restartHint')}</span> : null}
      <span className={styles.buttons}>
        {modified ? (
          <Button size="compact-sm" variant="subtle" disabled={save.isPending} onClick={() => submit(null)}>
            {t('settings.toDefault')}
          </Button>
        ) : null}
        <Button size="compact-sm" variant="default" onClick={onDone}>
          {tui('confirm.cancel')}
        </Button>
        <Button size="compact-sm" type="submit" loading={save.isPending}>
          {t('common.save')}
        </Button>
      </span>
    </form>
  );
}
