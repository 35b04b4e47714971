import { gisPublish } from '../topology.ts';
import {
  deployment,
  environmentPatch,
  HEADER,
  IMAGE_TAG,
  livenessProbe,
  READINESS,
  serviceObject,
  volumeClaim,
} from './objects.ts';

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

/** Files of the Kubernetes component, by path below the folder of components. */
export function renderGisPublishComponent(): { path: string; content: string }[] {
  return [
    { path: `${name}/kustomization.yaml`, content: kustomization() },
    { path: `${name}/${name}.yaml`, content: objects() },
  ];
}

function kustomization(): string {
  return `${HEADER}# Draws what is published to the GIS runtime, with QGIS Server. One process uses its volume, so it has one pod.
apiVersion: kustomize.config.k8s.io/v1alpha1
kind: Component
resources:
  - ${name}.yaml
${environmentPatch(addressVariable, ADDRESS)}images:
  - name: cairn-${name}
    newName: registry.example.org/cairn/${name}
    newTag: ${IMAGE_TAG}
`;
}

function objects(): string {
  const pod = deployment({
    ...{ name, app: name, tier: 'web', replicas: 1 },
    strategy: 'strategy: { type: Recreate }',
    graceSeconds: 40,
    script,
    ports: { http: port, internal: internalPort },
    variables: {
      PORT: String(port),
      INTERNAL_PORT: String(internalPort),
      BASE_PATH: '/',
      STORAGE_ROOT: '/data',
    },
    environment: `            - name: SERVICE_SECRET
              valueFrom: { secretKeyRef: { name: cairn-${service}, key: SERVICE_SECRET } }
          envFrom:
            - configMapRef: { name: cairn-environment }`,
    probes: `${livenessProbe('/api/health', 'internal')}
          ${READINESS}`,
    requests: { cpu: '250m', memory: '512Mi' },
    ...{ memoryLimit: '4Gi', scratchSize: '2Gi' },
  });
  return (
    HEADER + [volumeClaim(name, volumeSize, 'ReadWriteOnce'), serviceObject(gisPublish), pod].join('---\n')
  );
}
