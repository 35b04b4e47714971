import type { ServiceTopology } from '../topology.ts';

export const HEADER =
  '# Generated from libs/topology by "node tools/deploy/generate.ts". Change those, not this file.\n';
export const IMAGE_TAG = '0.1.0';

export const POD_SECURITY = `automountServiceAccountToken: false
      securityContext:
        { runAsNonRoot: true, runAsUser: 1000, fsGroup: 1000, seccompProfile: { type: RuntimeDefault } }`;
export const CONTAINER_SECURITY = `securityContext:
            { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: [ALL] } }`;
const READINESS = `readinessProbe:
            httpGet: { path: /readyz, port: internal }
            periodSeconds: 5
            timeoutSeconds: 3`;

/** All objects of one service: migration Job, volume claim, Service, web and worker Deployments, budget and autoscaler. */
export function renderService(service: ServiceTopology): string {
  const objects = [migration(service), volumeClaim(service), serviceObject(service), web(service)];
  if (service.worker) objects.push(worker(service));
  objects.push(disruptionBudget(service), autoscaler(service));
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

function secretExample({ name, schema, basePath, worker, encryptsSecrets }: ServiceTopology): string {
  const address = `postgres://${schema}:PASSWORD@postgres:5432/cairn`;
  const isPortal = basePath === '';
  const values = [
    `DATABASE_URL: ${address}`,
    ...(isPortal ? [] : [`CENTRAL_DATABASE_URL: ${address}`]),
    ...(worker ? ['REDIS_URL: redis://redis:6379'] : []),
    "SERVICE_SECRET: ''",
    ...(encryptsSecrets ? ["ENCRYPTION_KEYS: ''"] : []),
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
  labels: { app.kubernetes.io/name: ${name}, app.kubernetes.io/part-of: cairn, cairn.dev/tier: migrate }
spec:
  backoffLimit: 6
  ttlSecondsAfterFinished: 600
  template:
    metadata:
      labels:
        { app.kubernetes.io/name: ${name}-migrate, app.kubernetes.io/part-of: cairn, cairn.dev/tier: migrate }
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

function volumeClaim({ name, volumeSize }: ServiceTopology): string {
  return `# Replicas share their files through one volume that many pods may write.
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: ${name}-files
spec:
  accessModes: [ReadWriteMany]
  resources:
    requests: { storage: ${volumeSize} }
`;
}

function serviceObject({ name, port }: ServiceTopology): string {
  return `apiVersion: v1
kind: Service
metadata:
  name: ${name}
  labels: { app.kubernetes.io/name: ${name}, app.kubernetes.io/part-of: cairn }
spec:
  selector: { app.kubernetes.io/name: ${name}, cairn.dev/tier: web }
  ports:
    - { name: http, port: ${port}, targetPort: http }
`;
}

function web(service: ServiceTopology): string {
  const { name, port, internalPort, healthPath } = service;
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
  labels: ${labels(name, 'web')}
spec:
  replicas: 2
  selector:
    matchLabels: { app.kubernetes.io/name: ${name}, cairn.dev/tier: web }
  strategy:
    rollingUpdate: { maxUnavailable: 0, maxSurge: 1 }
  template:
    metadata:
      labels: ${labels(name, 'web')}
      annotations: ${scraped(internalPort)}
    spec:
      terminationGracePeriodSeconds: 40
      ${POD_SECURITY}
      containers:
        - name: web
          image: cairn-${name}
          args: [src/main.ts]
          ports:
            - { name: http, containerPort: ${port} }
            - { name: internal, containerPort: ${internalPort} }
          env:
${variables(webVariables(service))}
          ${environmentFrom(name)}
          # Endpoints are withdrawn while the pod ends; until then it still answers.
          lifecycle:
            preStop: { exec: { command: [sleep, '5'] } }
          startupProbe:
            httpGet: { path: ${healthPath}, port: http }
            periodSeconds: 2
            failureThreshold: 30
          livenessProbe:
            httpGet: { path: ${healthPath}, port: http }
            periodSeconds: 10
            timeoutSeconds: 3
          ${READINESS}
          resources:
            requests: { cpu: 100m, memory: 192Mi }
            limits: { memory: 768Mi }
          ${CONTAINER_SECURITY}
${volumes(name, '2Gi')}`;
}

function worker(service: ServiceTopology): string {
  const { name, workerInternalPort } = service;
  const values = { INTERNAL_PORT: String(workerInternalPort), ...directoryVariables(service) };
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}-worker
  labels: ${labels(name, 'worker')}
spec:
  replicas: 1
  selector:
    matchLabels: { app.kubernetes.io/name: ${name}, cairn.dev/tier: worker }
  template:
    metadata:
      labels: ${labels(name, 'worker')}
      annotations: ${scraped(workerInternalPort)}
    spec:
      terminationGracePeriodSeconds: 60
      ${POD_SECURITY}
      containers:
        - name: worker
          image: cairn-${name}
          args: [src/worker.ts]
          ports:
            - { name: internal, containerPort: ${workerInternalPort} }
          env:
${variables(values)}
          ${environmentFrom(name)}
          livenessProbe:
            httpGet: { path: /api/health, port: internal }
            periodSeconds: 10
            timeoutSeconds: 3
          ${READINESS}
          resources:
            requests: { cpu: 250m, memory: 512Mi }
            limits: { memory: 2Gi }
          ${CONTAINER_SECURITY}
${volumes(name, '10Gi')}`;
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

export function labels(name: string, tier: 'web' | 'worker'): string {
  return `{ app.kubernetes.io/name: ${name}, app.kubernetes.io/part-of: cairn, cairn.dev/tier: ${tier} }`;
}

export function scraped(port: number): string {
  return `{ prometheus.io/scrape: 'true', prometheus.io/port: '${port}', prometheus.io/path: /metrics }`;
}

function environmentFrom(name: string): string {
  return `envFrom:
            - configMapRef: { name: cairn-environment }
            - secretRef: { name: cairn-${name} }`;
}

function variables(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => `            - { name: ${name}, value: '${value}' }`)
    .join('\n');
}

function volumes(name: string, scratchSize: string): string {
  return `          volumeMounts:
            - { name: tmp, mountPath: /tmp }
            - { name: files, mountPath: /data }
      volumes:
        - name: tmp
          emptyDir: { sizeLimit: ${scratchSize} }
        - name: files
          persistentVolumeClaim: { claimName: ${name}-files }
`;
}
