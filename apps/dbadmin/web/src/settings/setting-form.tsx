import { Alert, Button, Select, Switch, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { notifyUndo, sentenceOf, t, useChange } from '@cairn/ui';
import { dbadmin, type Connection, type Setting } from '../client.ts';
import { overviewKey, settingsKey } from '../query-keys.ts';
import styles from './settings.module.css';
import { inUnits } from './units.ts';
import { useUndo } from './use-undo.ts';
import { asPeopleWrite, boundsWords } from './words.ts';

interface SettingFormProps {
  server: Connection;
  setting: Setting;
  onDone: () => void;
}

/** Another value for a setting. The server reads it at once, or says that it waits for a restart. */
export function SettingForm({ server, setting, onDone }: SettingFormProps) {
  const { name, type, modified } = setting;
  const [value, setValue] = useState(
    type === 'bool' || type === 'enum' ? setting.value : asPeopleWrite(setting),
  );
  const [problem, setProblem] = useState<string | null>(null);
  const undo = useUndo(server);
  const save = useChange(
    (next: string | null) =>
      dbadmin.POST('/api/settings/update', { body: { connection_id: server.id, name, value: next } }),
    {
      quiet: true,
      refresh: [settingsKey(server.id), overviewKey(server.id)],
      onDone({ pending_restart: pending, value: now }) {
        const shown = now === null ? t('settings.theDefault') : inUnits(now, setting.unit);
        const sentence = t(pending ? 'settings.savedPending' : 'settings.saved', { name, value: shown });
        notifyUndo(sentence, () => undo.mutate());
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
  const leave = {
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
          {...leave}
          checked={value === 'on'}
          onChange={(event) => setValue(event.currentTarget.checked ? 'on' : 'off')}
        />
      ) : type === 'enum' ? (
        <Select
          aria-label={name}
          {...leave}
          allowDeselect={false}
          data={setting.choices ?? []}
          value={value}
          onChange={(next) => setValue(next ?? '')}
        />
      ) : (
        <TextInput
          aria-label={name}
          {...leave}
          spellCheck={false}
          autoComplete="off"
          description={boundsWords(setting)}
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
      )}
      {problem ? (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      ) : null}
      {setting.needs_restart ? <span className={styles.quiet}>{t('settings.restartHint')}</span> : null}
      <span className={styles.buttons}>
        {modified ? (
          <Button size="compact-sm" variant="subtle" disabled={save.isPending} onClick={() => submit(null)}>
            {t('settings.toDefault')}
          </Button>
        ) : null}
        <Button size="compact-sm" variant="default" onClick={onDone}>
          {t('settings.cancel')}
        </Button>
        <Button size="compact-sm" type="submit" loading={save.isPending}>
          {t('settings.save')}
        </Button>
      </span>
    </form>
  );
}
