import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { repositoryRoot } from '../topology.ts';

interface Container {
  image: string;
  environment: Record<string, string>;
  secrets?: string[];
  profiles?: string[];
}

interface Operation {
  path: string;
  value: { name: string; value?: string; mountPath?: string; secret?: { secretName: string } };
}

const read = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8');
const compose = parse(read('docker/compose.yaml'), { merge: true }) as {
  services: Record<string, Container>;
  secrets: Record<string, { file: string }>;
};

test.each(['vault', 'vault-worker'])('%s finds the file of database services where it is mounted', (name) => {
  const { environment, secrets = [] } = compose.services[name]!;
  expect(secrets.map((secret) => `/run/secrets/${secret}`)).toContain(environment.PGSERVICEFILE);
  expect(Object.keys(compose.secrets)).toEqual(expect.arrayContaining(secrets));

  const file = read('k8s/components/database-services/kustomization.yaml');
  const [{ target, patch }] = parse(file).patches as [{ target: { name: string }; patch: string }];
  expect(name).toMatch(new RegExp(`^${target.name}$`));
  const added = (end: string) =>
    (parse(patch) as Operation[]).find(({ path }) => path.endsWith(`${end}/-`))?.value;
  expect(added('volumeMounts')?.name).toBe(added('volumes')?.name);
  const [, secret, key] = /create secret generic (\S+) --from-file=([^=]+)=/.exec(file)!;
  expect(added('volumes')?.secret).toEqual({ secretName: secret });
  expect(added('env')).toEqual({
    name: 'PGSERVICEFILE',
    value: `${added('volumeMounts')?.mountPath}/${key}`,
  });
});

test('optional containers start by their profile only, and example.env has every variable that turns a part on', () => {
  const { martin, 'gis-publish': gisPublish } = compose.services;
  expect([martin?.profiles, gisPublish?.profiles]).toEqual([['martin'], ['gis']]);
  expect(martin?.image).toMatch(/:\d+\.\d+\.\d+$/);
  const example = read('docker/example.env');
  const required = [...read('docker/compose.yaml').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name!);
  const optional = ['GISPROJ_URL', 'MARTIN_URL', 'MARTIN_DATABASE', 'MARTIN_DATABASE_URL'];
  const missing = [...new Set([...required, ...optional, 'DATABASE_SERVICES_FILE'])].filter(
    (name) => !new RegExp(`^${name}=`, 'm').test(example),
  );
  expect(missing).toEqual([]);
});
