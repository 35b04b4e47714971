import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { existingServices, repositoryRoot } from '../topology.ts';
import type { ServiceTopology } from '../topology.ts';
import type { Manifest } from './manifests.ts';

interface Container {
  ports?: { name: string; containerPort: number }[];
  env?: { name: string; value?: string }[];
  livenessProbe?: { httpGet: { path: string } };
  readinessProbe?: { httpGet: { path: string } };
}

interface Compose {
  services: Record<string, { environment?: Record<string, string | number>; command?: string[] }>;
}

interface SecretExample {
  metadata: { name: string };
  stringData?: Record<string, string>;
}

/** Sentences on where compose and the Kubernetes objects say something else than the topology table. */
export function topologyProblems(manifests: Manifest[], services = existingServices()): string[] {
  const compose = parse(readFileSync(join(repositoryRoot, 'docker/compose.yaml'), 'utf8'), {
    merge: true,
  }) as Compose;
  const secrets = parseAllDocuments(
    readFileSync(join(repositoryRoot, 'k8s/overlays/single-node/secrets.example.yaml'), 'utf8'),
  ).map((document) => document.toJS() as SecretExample);
  const roles = readFileSync(join(repositoryRoot, 'docker/postgres-init.sh'), 'utf8');
  const ofServices = services.flatMap((service) => [
    ...webProblems(service, manifests),
    ...workerProblems(service, manifests),
    ...composeProblems(service, compose),
    ...secretProblems(service, secrets),
    ...(roles.includes(`role ${service.schema} "`)
      ? []
      : [`docker/postgres-init.sh makes no role ${service.schema}.`]),
  ]);
  return [...ofServices, ...proxyProblems(manifests)];
}

/** Only the operator knows the addresses of trusted proxies, so the base must not name any. */
function proxyProblems(manifests: Manifest[]): string[] {
  const environment = manifests.find(({ metadata }) => metadata.name === 'cairn-environment')?.data as
    Record<string, string> | undefined;
  const front = containerOf(manifests, 'Deployment', 'front');
  return [
    ...['TRUSTED_PROXIES', 'CAIRN_TRUSTED_PROXIES']
      .filter((key) => environment?.[key] !== '')
      .map((key) => `ConfigMap/cairn-environment: ${key} must be empty; the overlay names the networks.`),
    ...(front && environmentOf(front, 'CAIRN_TRUSTED_PROXIES') === undefined
      ? []
      : ['Deployment/front: CAIRN_TRUSTED_PROXIES must come from ConfigMap/cairn-environment.']),
  ];
}

function webProblems(service: ServiceTopology, manifests: Manifest[]): string[] {
  const { name, port, internalPort, basePath, healthPath, readyPath } = service;
  const container = containerOf(manifests, 'Deployment', name);
  if (!container) return [`There is no Deployment/${name}.`];
  const probe = (kind: 'livenessProbe' | 'readinessProbe') => container[kind]?.httpGet.path;
  return compare(`Deployment/${name}`, [
    ['port http', portOf(container, 'http'), port],
    ['port internal', portOf(container, 'internal'), internalPort],
    ['PORT', environmentOf(container, 'PORT'), String(port)],
    ['INTERNAL_PORT', environmentOf(container, 'INTERNAL_PORT'), String(internalPort)],
    ['BASE_PATH', environmentOf(container, 'BASE_PATH'), basePath],
    ['INTERNAL_URL', environmentOf(container, 'INTERNAL_URL'), internalUrl(service)],
    ['the liveness path', probe('livenessProbe'), healthPath],
    ['the readiness path', probe('readinessProbe'), readyPath],
    ...directories(service).map((key): Row => [key, Boolean(environmentOf(container, key)), true]),
    ['a Job that migrates', Boolean(containerOf(manifests, 'Job', `${name}-migrate`)), true],
  ]);
}

function workerProblems(
  { name, worker, workerInternalPort }: ServiceTopology,
  manifests: Manifest[],
): string[] {
  const container = containerOf(manifests, 'Deployment', `${name}-worker`);
  const there: Row = ['exists', Boolean(container), worker];
  if (!worker || !container) return compare(`Deployment/${name}-worker`, [there]);
  return compare(`Deployment/${name}-worker`, [
    ['port internal', portOf(container, 'internal'), workerInternalPort],
    ['INTERNAL_PORT', environmentOf(container, 'INTERNAL_PORT'), String(workerInternalPort)],
  ]);
}

function composeProblems(service: ServiceTopology, compose: Compose): string[] {
  const { name, port, internalPort, basePath, worker, seals } = service;
  const environment = compose.services[name]?.environment ?? {};
  return compare(`compose service ${name}`, [
    ['PORT', environment.PORT, port],
    ['INTERNAL_PORT', environment.INTERNAL_PORT, internalPort],
    ['BASE_PATH', environment.BASE_PATH ?? '', basePath],
    ['INTERNAL_URL', environment.INTERNAL_URL, internalUrl(service)],
    ...directories(service).map((key): Row => [key, Boolean(environment[key]), true]),
    ['ENCRYPTION_KEYS', Boolean(environment.ENCRYPTION_KEYS), seals],
    ['its worker', Boolean(compose.services[`${name}-worker`]), worker],
    ['its migration', Boolean(compose.services[`${name}-migrate`]), true],
  ]);
}

function secretProblems({ name, seals }: ServiceTopology, secrets: SecretExample[]): string[] {
  const values = secrets.find(({ metadata }) => metadata.name === `cairn-${name}`)?.stringData ?? {};
  return compare(`the example of Secret/cairn-${name}`, [
    ['ENCRYPTION_KEYS', 'ENCRYPTION_KEYS' in values, seals],
  ]);
}

/** Where the portal finds a service that registers itself there. */
function internalUrl({ name, port, basePath }: ServiceTopology): string | undefined {
  return basePath === '' ? undefined : `http://${name}:${port}`;
}

type Row = [what: string, found: unknown, expected: unknown];

function compare(place: string, rows: Row[]): string[] {
  return rows
    .filter(([, found, expected]) => found !== expected)
    .map(
      ([what, found, expected]) =>
        `${place}: ${what} is ${String(found)}, the topology says ${String(expected)}.`,
    );
}

function directories({ directories }: ServiceTopology): string[] {
  return Object.keys(directories);
}

function containerOf(manifests: Manifest[], kind: string, name: string): Container | undefined {
  const manifest = manifests.find((candidate) => candidate.kind === kind && candidate.metadata.name === name);
  const spec = manifest?.spec as { template: { spec: { containers: Container[] } } } | undefined;
  return spec?.template.spec.containers[0];
}

function portOf(container: Container, name: string): number | undefined {
  return container.ports?.find((port) => port.name === name)?.containerPort;
}

function environmentOf(container: Container, name: string): string | undefined {
  return container.env?.find((variable) => variable.name === name)?.value;
}
