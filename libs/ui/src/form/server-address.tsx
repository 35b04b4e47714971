import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { tui } from '../i18n.ts';
import styles from './server-address.module.css';

interface Values extends Record<string, unknown> {
  host: string;
  port: string;
}

/** Checks of the fields `host` and `port`; a sentence for what is wrong. */
export const serverAddressChecks = {
  host: (value: string) => (/^[^\s,/]+$/.test(value.trim()) ? null : tui('server.hostWrong')),
  port: (value: string) => (isPort(value) ? null : tui('server.portWrong')),
};

/** Host and port of a database server, side by side. */
export function ServerAddress<V extends Values>({ form }: { form: UseFormReturnType<V> }) {
  return (
    <div className={styles.pair}>
      <TextInput label={tui('server.host')} required spellCheck={false} {...form.getInputProps('host')} />
      <TextInput label={tui('server.port')} inputMode="numeric" required {...form.getInputProps('port')} />
    </div>
  );
}

function isPort(value: string): boolean {
  return /^\d+$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535;
}
