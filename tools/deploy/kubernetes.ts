import type { ServiceTopology } from '../topology.ts';
import {
  CONTAINER_SECURITY,
  deployment,
  HEADER,
  IMAGE_TAG,
  labels,
  livenessProbe,
  POD_SECURITY,
  READINESS,
  serviceObject,
  volumeClaim,
} from './objects.ts';

/** All objects of one service: migration Job, volume claim, Service, web and worker Deployments, budget and autoscaler. */
export function renderService(service: ServiceTopology): string {
  const objects = [migration(service), sharedFiles(service), serviceObject(service), web(service)];
  if (service.worker) objects.push(worker(service));
  objects.push(disruptionBudget(service), autoscaler(service));
  if (service.outboundPorts.length > 0) objects.push(outboundPolicy(service));
  return HEADER + objects.join('---\n');
}

/** The base: every service's objects, the front door, and where images come from. */
export function renderKustomizationFile(services: readonly ServiceTopology[]): string {
  const images = services.map(
    ({ name }) => `  - name: cairn-${name}
    newName: registry.example.org/cairn/${name}
    newTag: ${IMAGE_TAG}`,
  );
  return `${HEADER}apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
namespace: cairn
resources:
  - namespace.yaml
  - environment.yaml
  - network.yaml
${services.map(({ name }) => `  - services/${name}.yaml`).join('\n')}
  - front/web.yaml
  - front/ingress.yaml
configMapGenerator:
  - name: front-nginx
    files:
      - cairn.conf=front/cairn.conf
  - name: front-start
    files:
      - trusted-proxies.sh=front/trusted-proxies.sh
images:
${images.join('\n')}
`;
}

/** What all services share and no one needs to hide. */
export function renderEnvironment(services: readonly ServiceTopology[]): string {
  return `${HEADER}# Secrets are in Secret/cairn-<service>, which an overlay makes (see overlays/single-node/secrets.example.yaml).
apiVersion: v1
kind: ConfigMap
metadata:
  name: cairn-environment
data:
  NODE_ENV: production
  HOST: 0.0.0.0
${services.map((service) => `  ${service.addressVariable}: ${internalUrl(service)}`).join('\n')}
  # Whose X-Forwarded headers count. A client in such a network may claim any address, so no proxy is trusted until an overlay names
  # the networks (see overlays/single-node): for the services the one of the pods, where the front door has its address;
  TRUSTED_PROXIES: ''
  # and for the front door that of the Ingress controller.
  CAIRN_TRUSTED_PROXIES: ''
  PUBLIC_URL: https://cairn.example.org
`;
}

/** One Secret a service, to copy and fill in. */
export function renderSecretsExample(services: readonly ServiceTopology[]): string {
  return `${HEADER}# Copy to secrets.yaml and fill it in.
# SERVICE_SECRET is the same in all Secrets: openssl rand -hex 32
# ENCRYPTION_KEYS differs from service to service: echo "2026a:$(openssl rand -base64 32)"; the first key encrypts, all decrypt.
${services.map(secretExample).join('---\n')}`;
}

function secretExample(service: ServiceTopology): string {
  const { name, schema, basePath, worker, encryptsSecrets, secretSettings } = service;
  const address = `postgres://${schema}:PASSWORD@postgres:5432/cairn`;
  const isPortal = basePath === '';
  const values = [
    `DATABASE_URL: ${address}`,
    ...(isPortal ? [] : [`CENTRAL_DATABASE_URL: ${address}`]),
    ...(worker ? ['REDIS_URL: redis://redis:6379'] : []),
    "SERVICE_SECRET: ''",
    ...(encryptsSecrets ? ["ENCRYPTION_KEYS: ''"] : []),
    ...secretSettings.map((setting) => `${setting}: ''`),
    ...(isPortal ? ['BOOTSTRAP_ADMIN_PASSWORD: \'\' # of the first administrator, "admin"'] : []),
  ];
  return `apiVersion: v1
kind: Secret
metadata:
  name: cairn-${name}
stringData:
${values.map((value) => `  ${value}`).join('\n')}
`;
}

/** Address of a service's web process inside the cluster or the compose network. */
export function internalUrl({ name, port }: ServiceTopology): string {
  return `http://${name}:${port}`;
}

/** Variables that a service's web process gets beside the shared ones. */
export function webVariables(service: ServiceTopology): Record<string, string> {
  const { port, internalPort, basePath } = service;
  return {
    PORT: String(port),
    INTERNAL_PORT: String(internalPort),
    BASE_PATH: basePath,
    ...(basePath === '' ? {} : { INTERNAL_URL: internalUrl(service) }),
    ...directoryVariables(service),
  };
}

/** STORAGE_ROOT is the volume itself; other directories are folders on it. */
export function directoryVariables({ directories }: ServiceTopology): Record<string, string> {
  return Object.fromEntries(
    Object.entries(directories).map(([name, folder]) => [
      name,
      name === 'STORAGE_ROOT' ? '/data' : `/data/${folder}`,
    ]),
  );
}

function migration({ name }: ServiceTopology): string {
  return `apiVersion: batch/v1
kind: Job
metadata:
  name: ${name}-migrate
  labels: ${labels(name, 'migrate')}
spec:
  backoffLimit: 6
  ttlSecondsAfterFinished: 600
  template:
    metadata:
      labels:
        ${labels(`${name}-migrate`, 'migrate')}
    spec:
      restartPolicy: OnFailure
      ${POD_SECURITY}
      containers:
        - name: migrate
          image: cairn-${name}
          args: [src/migrate.ts]
${environmentFrom(name)}
          resources:
            requests: { cpu: 50m, memory: 128Mi }
            limits: { memory: 512Mi }
          ${CONTAINER_SECURITY}
`;
}

function sharedFiles({ name, volumeSize }: ServiceTopology): string {
  return `# Replicas share their files through one volume that many pods may write.
${volumeClaim(name, volumeSize, 'ReadWriteMany')}`;
}

function web(service: ServiceTopology): string {
  const { name, port, internalPort, healthPath } = service;
  return deployment({
    ...{ name, app: name, tier: 'web', replicas: 2 },
    strategy: 'strategy:\n    rollingUpdate: { maxUnavailable: 0, maxSurge: 1 }',
    graceSeconds: 40,
    script: 'main.ts',
    ports: { http: port, internal: internalPort },
    variables: webVariables(service),
    environment: environmentFrom(name),
    probes: `# Endpoints are withdrawn while the pod ends; until then it still answers.
          lifecycle:
            preStop: { exec: { command: [sleep, '5'] } }
          startupProbe:
            httpGet: { path: ${healthPath}, port: http }
            periodSeconds: 2
            failureThreshold: 30
          ${livenessProbe(healthPath, 'http')}
          ${READINESS}`,
    requests: { cpu: '100m', memory: '192Mi' },
    ...{ memoryLimit: '768Mi', scratchSize: '2Gi' },
  });
}

function worker(service: ServiceTopology): string {
  const { name, workerInternalPort, workerOptions } = service;
  return deployment({
    ...{ name: `${name}-worker`, app: name, tier: 'worker', replicas: 1 },
    graceSeconds: 60,
    ...{ script: 'worker.ts', options: workerOptions },
    ports: { internal: workerInternalPort },
    variables: { INTERNAL_PORT: String(workerInternalPort), ...directoryVariables(service) },
    environment: environmentFrom(name),
    probes: `${livenessProbe('/api/health', 'internal')}
          ${READINESS}`,
    requests: { cpu: '250m', memory: '512Mi' },
    ...{ memoryLimit: '2Gi', scratchSize: '10Gi' },
  });
}

function disruptionBudget({ name }: ServiceTopology): string {
  return `apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: ${name}
spec:
  maxUnavailable: 1
  selector:
    matchLabels: { app.kubernetes.io/name: ${name}, cairn.dev/tier: web }
`;
}

/** Opens ports of servers outside; network.yaml opens those of databases to all services. */
function outboundPolicy({ name, outboundPorts }: ServiceTopology): string {
  return `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: ${name}-outbound
spec:
  podSelector:
    matchLabels: { app.kubernetes.io/name: ${name} }
  policyTypes: [Egress]
  egress:
    - ports:
${outboundPorts.map((port) => `        - port: ${port}`).join('\n')}
`;
}

function autoscaler({ name }: ServiceTopology): string {
  return `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: ${name}
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: ${name} }
  minReplicas: 2
  maxReplicas: 6
  metrics:
    - type: Resource
      resource: { name: cpu, target: { type: Utilization, averageUtilization: 70 } }
`;
}

function environmentFrom(name: string): string {
  return `          envFrom:
            - configMapRef: { name: cairn-environment }
            - secretRef: { name: cairn-${name} }`;
}
