import { martin } from '../topology.ts';
import {
  CONTAINER_SECURITY,
  environmentPatch,
  HEADER,
  labels,
  POD_SECURITY,
  serviceObject,
} from './objects.ts';

const { name, service, image, args, port, addressVariable } = martin;
/** Not `web`: only the vault may reach it. */
const TIER = 'tiles';
const ARGS = `[${args.map((arg) => `'${arg}'`).join(', ')}]`;

/** In compose: started by the profile `martin`, and found by the vault once MARTIN_URL and MARTIN_DATABASE are set. */
export function renderMartinContainer(): string {
  return `  # docker compose --profile martin up, with the variables of Martin in docker/.env
  ${name}:
    image: ${image}
    restart: unless-stopped
    profiles: [martin]
    command: ${ARGS}
    environment:
      DATABASE_URL: \${MARTIN_DATABASE_URL:-}
    depends_on:
      postgres: { condition: service_healthy }
`;
}

/** Files of the Kubernetes component, by path below the folder of components. */
export function renderMartinComponent(): { path: string; content: string }[] {
  const objects = [deployment(), serviceObject({ name, port }, TIER), network()];
  return [
    { path: `${name}/kustomization.yaml`, content: kustomization() },
    { path: `${name}/${name}.yaml`, content: HEADER + objects.join('---\n') },
  ];
}

function kustomization(): string {
  return `${HEADER}# Martin creates the tiles of published tables of one database. Your overlay sets MARTIN_DATABASE in cairn-environment, the database
# as in saved connections (db.example.org:5432/gis), and makes the Secret with Martin's login:
#   kubectl -n cairn create secret generic cairn-${name} --from-literal=DATABASE_URL=postgres://…
apiVersion: kustomize.config.k8s.io/v1alpha1
kind: Component
resources:
  - ${name}.yaml
${environmentPatch(addressVariable, `http://${name}:${port}`)}`;
}

function deployment(): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
  labels: ${labels(name, TIER)}
spec:
  replicas: 1
  selector:
    matchLabels: { app.kubernetes.io/name: ${name}, cairn.dev/tier: ${TIER} }
  template:
    metadata:
      labels: ${labels(name, TIER)}
    spec:
      ${POD_SECURITY}
      containers:
        - name: ${name}
          image: ${image}
          args: ${ARGS}
          ports:
            - { name: http, containerPort: ${port} }
          env:
            - name: DATABASE_URL
              valueFrom: { secretKeyRef: { name: cairn-${name}, key: DATABASE_URL } }
          livenessProbe:
            httpGet: { path: /health, port: http }
            periodSeconds: 10
            timeoutSeconds: 3
          readinessProbe:
            httpGet: { path: /health, port: http }
            periodSeconds: 5
            timeoutSeconds: 3
          resources:
            requests: { cpu: 100m, memory: 128Mi }
            limits: { memory: 1Gi }
          ${CONTAINER_SECURITY}
`;
}

/** Only the vault reaches Martin, which asks nobody who reads; and Martin reaches PostgreSQL only. */
function network(): string {
  const selector = (app: string) => `podSelector: { matchLabels: { app.kubernetes.io/name: ${app} } }`;
  return `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: ${name}
spec:
  ${selector(name)}
  policyTypes: [Ingress, Egress]
  ingress:
    - from:
        - ${selector(service)}
      ports:
        - port: ${port}
  egress:
    - to:
        - namespaceSelector: {}
      ports:
        - { port: 53, protocol: UDP }
        - { port: 53, protocol: TCP }
    - ports:
        - port: 5432
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: ${service}-to-${name}
spec:
  ${selector(service)}
  policyTypes: [Egress]
  egress:
    - to:
        - ${selector(name)}
      ports:
        - port: ${port}
`;
}
