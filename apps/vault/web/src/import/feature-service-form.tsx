import { Alert, Button, Collapse, PasswordInput, Stack, Switch, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { sentenceOf, t, unwrap } from '@cairn/ui';
import { vault, type BrowsedService } from '../client.ts';
import styles from '../upload/upload.module.css';
import { FeatureServiceImport } from './feature-service-import.tsx';
import { isWebAddress } from './source-name.ts';

const NO_LOGIN = { username: '', password: '', token: '' };

/** Layers of an ArcGIS feature service: first its address and sign-in, then the layers and the database for them. */
export function FeatureServiceForm() {
  const [address, setAddress] = useState('');
  const [login, setLogin] = useState(NO_LOGIN);
  const [signsIn, setSignsIn] = useState(false);
  const [wrong, setWrong] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [reading, setReading] = useState(false);
  const [browsed, setBrowsed] = useState<{ service: BrowsedService; address: string } | null>(null);
  const given = signsIn ? login : NO_LOGIN;

  async function browse(event: FormEvent): Promise<void> {
    event.preventDefault();
    const invalid = isWebAddress(address) ? null : t('import.featuresvc.wrong');
    setWrong(invalid);
    setProblem(null);
    if (invalid !== null) return;
    setReading(true);
    try {
      const body = { service_url: address.trim(), ...given };
      const service = await unwrap(vault.POST('/api/featuresvc/service/browse', { body }));
      setBrowsed({ service, address: address.trim() });
    } catch (error) {
      setBrowsed(null);
      setProblem(sentenceOf(error));
    } finally {
      setReading(false);
    }
  }

  const text = (name: keyof typeof NO_LOGIN) => ({
    label: t(`import.featuresvc.${name}`),
    value: login[name],
    autoComplete: 'off',
    spellCheck: false,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) =>
      setLogin({ ...login, [name]: event.currentTarget.value }),
  });
  return (
    <Stack gap="xl">
      <form noValidate onSubmit={(event) => void browse(event)}>
        <Stack gap="md">
          <TextInput
            label={t('import.featuresvc.address')}
            description={t('import.featuresvc.hint')}
            placeholder="https://"
            type="url"
            required
            maxLength={4_000}
            autoComplete="off"
            value={address}
            error={wrong}
            onChange={(event) => {
              setAddress(event.currentTarget.value);
              setBrowsed(null);
              setWrong(null);
            }}
          />
          <Switch
            label={t('import.featuresvc.signIn')}
            checked={signsIn}
            onChange={(event) => setSignsIn(event.currentTarget.checked)}
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
            type="submit"
            variant={browsed ? 'default' : 'filled'}
            loading={reading}
            style={{ alignSelf: 'end' }}
          >
            {t('import.featuresvc.browse')}
          </Button>
        </Stack>
      </form>
      {browsed ? (
        <FeatureServiceImport
          key={browsed.service.service.service_url}
          browsed={browsed.service}
          source={{
            service_url: browsed.address,
            ...given,
            ...(given.password === '' && browsed.service.token !== ''
              ? { token: browsed.service.token }
              : {}),
          }}
        />
      ) : null}
    </Stack>
  );
}
