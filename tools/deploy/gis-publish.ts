import { gisPublish } from '../topology.ts';
import { CONTAINER_SECURITY, HEADER, IMAGE_TAG, labels, POD_SECURITY, scraped } from './kubernetes.ts';

const { name, service, script, port, internalPort, addressVariable, packages, settings, volumeSize } =
  gisPublish;
const ADDRESS = `http://${name}:${port}`;

/** In compose: started by the profile `gis`, and found by the vault once GISPROJ_URL names it. */
export function renderGisPublishContainer(): string {
  return `  # docker compose --profile gis up, with ${addressVariable}=${ADDRESS} in docker/.env
  ${name}:
    <<: *service
    profiles: [gis]
    image: cairn/${name}
    build:
      context: ..
      dockerfile: docker/Dockerfile
      args:
        SERVICE: ${service}
        PACKAGES: ${packages.join(' ')}
    command: [src/${script}]
    environment:
      NODE_ENV: production
      HOST: 0.0.0.0
      SERVICE_SECRET: \${SERVICE_SECRET:?at least 32 random characters}
      PORT: ${port}
      INTERNAL_PORT: ${internalPort}
      STORAGE_ROOT: /data
      ALLOW_UNSANDBOXED_PROGRAMS: \${ALLOW_UNSANDBOXED_PROGRAMS:?true or false; see docker/example.env}
${settings.map((setting) => `      ${setting}: \${${setting}:-}`).join('\n')}
    volumes: [${name}-files:/data]
`;
}

/** Files of the Kubernetes component, by path below its folder. */
export function renderGisPublishComponent(): { path: string; content: string }[] {
  return [
    { path: 'kustomization.yaml', content: kustomization() },
    { path: `${name}.yaml`, content: renderGisPublishObjects() },
  ];
}

function kustomization(): string {
  return `${HEADER}# Draws what is published to the GIS runtime, with QGIS Server. One process uses its volume, so it has one pod.
apiVersion: kustomize.config.k8s.io/v1alpha1
kind: Component
resources:
  - ${name}.yaml
patches:
  - patch: |
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: cairn-environment
      data:
        ${addressVariable}: ${ADDRESS}
images:
  - name: cairn-${name}
    newName: registry.example.org/cairn/${name}
    newTag: ${IMAGE_TAG}
`;
}

export function renderGisPublishObjects(): string {
  return `${HEADER}apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: ${name}-files
spec:
  accessModes: [ReadWriteOnce]
  resources:
    requests: { storage: ${volumeSize} }
---
apiVersion: v1
kind: Service
metadata:
  name: ${name}
  labels: { app.kubernetes.io/name: ${name}, app.kubernetes.io/part-of: cairn }
spec:
  selector: { app.kubernetes.io/name: ${name}, cairn.dev/tier: web }
  ports:
    - { name: http, port: ${port}, targetPort: http }
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
  labels: ${labels(name, 'web')}
spec:
  replicas: 1
  selector:
    matchLabels: { app.kubernetes.io/name: ${name}, cairn.dev/tier: web }
  strategy: { type: Recreate }
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
          args: [src/${script}]
          ports:
            - { name: http, containerPort: ${port} }
            - { name: internal, containerPort: ${internalPort} }
          env:
            - { name: PORT, value: '${port}' }
            - { name: INTERNAL_PORT, value: '${internalPort}' }
            - { name: BASE_PATH, value: / }
            - { name: STORAGE_ROOT, value: /data }
            - name: SERVICE_SECRET
              valueFrom: { secretKeyRef: { name: cairn-${service}, key: SERVICE_SECRET } }
          envFrom:
            - configMapRef: { name: cairn-environment }
          livenessProbe:
            httpGet: { path: /api/health, port: internal }
            periodSeconds: 10
            timeoutSeconds: 3
          readinessProbe:
            httpGet: { path: /readyz, port: internal }
            periodSeconds: 5
            timeoutSeconds: 3
          resources:
            requests: { cpu: 250m, memory: 512Mi }
            limits: { memory: 4Gi }
          ${CONTAINER_SECURITY}
          volumeMounts:
            - { name: tmp, mountPath: /tmp }
            - { name: files, mountPath: /data }
      volumes:
        - name: tmp
          emptyDir: { sizeLimit: 2Gi }
        - name: files
          persistentVolumeClaim: { claimName: ${name}-files }
`;
}
