import { Alert, Button, Collapse, PasswordInput, Stack, Switch, TextInput } from '@mantine/core';
import { useState, type ChangeEvent, type KeyboardEvent } from 'react';
import { sentenceOf, t, unwrap } from '@cairn/ui';
import { vault, type BrowsedService } from '../client.ts';
import styles from '../upload/upload.module.css';
import { isWebAddress } from './source-name.ts';

const NO_LOGIN = { username: '', password: '', token: '' };

/** A feature service whose layers have been listed. */
export interface ListedService {
  service: BrowsedService['service'];
  /** The address, and what a load signs in with. */
  source: { service_url: string; username: string; password: string; token: string };
}

interface FeatureServiceSourceProps {
  listed: ListedService | null;
  /** Null as soon as the address or the sign-in is another one. */
  onListed: (listed: ListedService | null) => void;
  /** Shown at the address until its layers are listed. */
  error?: string | undefined;
}

/** Address and sign-in of an ArcGIS feature service, and a button that lists its layers. No form, so that it can be part of one. */
export function FeatureServiceSource({ listed, onListed, error }: FeatureServiceSourceProps) {
  const [address, setAddress] = useState(listed?.source.service_url ?? '');
  const [login, setLogin] = useState(listed?.source ?? NO_LOGIN);
  const [signsIn, setSignsIn] = useState(
    Object.keys(NO_LOGIN).some((name) => login[name as LoginField] !== ''),
  );
  const [wrong, setWrong] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [reading, setReading] = useState(false);

  async function listLayers(): Promise<void> {
    const invalid = isWebAddress(address) ? null : t('import.featuresvc.wrong');
    setWrong(invalid);
    setProblem(null);
    if (invalid !== null) return;
    setReading(true);
    try {
      const { username, password, token } = signsIn ? login : NO_LOGIN;
      const source = { service_url: address.trim(), username, password, token };
      const answer = await unwrap(vault.POST('/api/featuresvc/service/browse', { body: source }));
      onListed({
        service: answer.service,
        source: password === '' && answer.token !== '' ? { ...source, token: answer.token } : source,
      });
    } catch (cause) {
      onListed(null);
      setProblem(sentenceOf(cause));
    } finally {
      setReading(false);
    }
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    void listLayers();
  }

  const text = (name: LoginField) => ({
    label: t(`import.featuresvc.${name}`),
    value: login[name],
    autoComplete: 'off',
    spellCheck: false,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      setLogin({ ...login, [name]: event.currentTarget.value });
      onListed(null);
    },
  });
  return (
    <Stack gap="md" onKeyDown={onKeyDown}>
      <TextInput
        label={t('import.featuresvc.address')}
        description={t('import.featuresvc.hint')}
        placeholder="https://"
        type="url"
        required
        maxLength={4_000}
        autoComplete="off"
        value={address}
        error={wrong ?? (listed ? undefined : error)}
        onChange={(event) => {
          setAddress(event.currentTarget.value);
          setWrong(null);
          onListed(null);
        }}
      />
      <Switch
        label={t('import.featuresvc.signIn')}
        checked={signsIn}
        onChange={(event) => {
          setSignsIn(event.currentTarget.checked);
          onListed(null);
        }}
      />
      <Collapse expanded={signsIn}>
        <div className={styles.fields}>
          <TextInput {...text('username')} maxLength={500} />
          <PasswordInput {...text('password')} autoComplete="new-password" maxLength={2_000} />
          <PasswordInput
            {...text('token')}
            className={styles.wide}
            description={t('import.featuresvc.tokenHint')}
            autoComplete="new-password"
            maxLength={8_000}
          />
        </div>
      </Collapse>
      {problem === null ? null : (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      <Button
        variant={listed ? 'default' : 'filled'}
        loading={reading}
        style={{ alignSelf: 'end' }}
        onClick={() => void listLayers()}
      >
        {t('import.featuresvc.browse')}
      </Button>
    </Stack>
  );
}

type LoginField = keyof typeof NO_LOGIN;

/** Ids of the layers that can be loaded. */
export function loadableLayers({ service }: ListedService): number[] {
  return service.layers.filter((layer) => layer.supports_query).map(({ id }) => id);
}
