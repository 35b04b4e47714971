/** Parts that the Kubernetes objects of several processes share. */
export const HEADER =
  '# Generated from libs/topology by "node tools/deploy/generate.ts". Change those, not this file.\n';
export const IMAGE_TAG = '0.1.0';

export const POD_SECURITY = `automountServiceAccountToken: false
      securityContext:
        { runAsNonRoot: true, runAsUser: 1000, fsGroup: 1000, seccompProfile: { type: RuntimeDefault } }`;
export const CONTAINER_SECURITY = `securityContext:
            { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: [ALL] } }`;
export const READINESS = `readinessProbe:
            httpGet: { path: /readyz, port: internal }
            periodSeconds: 5
            timeoutSeconds: 3`;

/** A Deployment of our own image: one container, its metrics on the port `internal`, and files of its service at /data. */
export interface DeploymentSpec {
  name: string;
  /** The label `app.kubernetes.io/name`, and whose files it has. */
  app: string;
  tier: 'web' | 'worker';
  replicas: number;
  /** The field `strategy` with its name, if it is not the default. */
  strategy?: string;
  graceSeconds: number;
  script: string;
  /** Of Node. */
  options?: string[];
  ports: Record<string, number> & { internal: number };
  variables: Record<string, string>;
  /** `envFrom`, after further entries of `env` with their indentation. */
  environment: string;
  /** Probes and hooks. */
  probes: string;
  requests: { cpu: string; memory: string };
  memoryLimit: string;
  scratchSize: string;
}

export function deployment(spec: DeploymentSpec): string {
  const { name, app, tier, strategy, ports, requests } = spec;
  const portLines = Object.entries(ports).map(
    ([port, number]) => `            - { name: ${port}, containerPort: ${number} }\n`,
  );
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
  labels: ${labels(app, tier)}
spec:
  replicas: ${spec.replicas}
  selector:
    matchLabels: { app.kubernetes.io/name: ${app}, cairn.dev/tier: ${tier} }
${strategy ? `  ${strategy}\n` : ''}  template:
    metadata:
      labels: ${labels(app, tier)}
      annotations: ${scraped(ports.internal)}
    spec:
      terminationGracePeriodSeconds: ${spec.graceSeconds}
      ${POD_SECURITY}
      containers:
        - name: ${tier}
          image: cairn-${app}
          args: [${[...(spec.options ?? []), `src/${spec.script}`].join(', ')}]
          ports:
${portLines.join('')}          env:
${variableLines(spec.variables)}
${spec.environment}
          ${spec.probes}
          resources:
            requests: { cpu: ${requests.cpu}, memory: ${requests.memory} }
            limits: { memory: ${spec.memoryLimit} }
          ${CONTAINER_SECURITY}
          volumeMounts:
            - { name: tmp, mountPath: /tmp }
            - { name: files, mountPath: /data }
      volumes:
        - name: tmp
          emptyDir: { sizeLimit: ${spec.scratchSize} }
        - name: files
          persistentVolumeClaim: { claimName: ${app}-files }
`;
}

export function volumeClaim(
  name: string,
  size: string,
  accessMode: 'ReadWriteOnce' | 'ReadWriteMany',
): string {
  return `apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: ${name}-files
spec:
  accessModes: [${accessMode}]
  resources:
    requests: { storage: ${size} }
`;
}

/** The Service of the pods of this name and tier. */
export function serviceObject({ name, port }: { name: string; port: number }, tier = 'web'): string {
  return `apiVersion: v1
kind: Service
metadata:
  name: ${name}
  labels: { app.kubernetes.io/name: ${name}, app.kubernetes.io/part-of: cairn }
spec:
  selector: { app.kubernetes.io/name: ${name}, cairn.dev/tier: ${tier} }
  ports:
    - { name: http, port: ${port}, targetPort: http }
`;
}

export function livenessProbe(path: string, port: 'http' | 'internal'): string {
  return `livenessProbe:
            httpGet: { path: ${path}, port: ${port} }
            periodSeconds: 10
            timeoutSeconds: 3`;
}

export function labels(name: string, tier: string): string {
  return `{ app.kubernetes.io/name: ${name}, app.kubernetes.io/part-of: cairn, cairn.dev/tier: ${tier} }`;
}

function scraped(port: number): string {
  return `{ prometheus.io/scrape: 'true', prometheus.io/port: '${port}', prometheus.io/path: /metrics }`;
}

function variableLines(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => `            - { name: ${name}, value: '${value}' }`)
    .join('\n');
}

/** The part of a component's kustomization that sets a variable of all services. */
export function environmentPatch(variable: string, value: string): string {
  return `patches:
  - patch: |
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: cairn-environment
      data:
        ${variable}: ${value}
`;
}
