import type { ServiceTopology } from '../topology.ts';
import { HEADER } from './objects.ts';

/** Where containers find files with secrets, as compose mounts them. */
export const SECRETS_FOLDER = '/run/secrets';

/** The variable of docker/.env with the path of the file on the machine. */
export function secretFileVariable(secret: string): string {
  return `${secret.replaceAll('-', '_').toUpperCase()}_FILE`;
}

/** Kubernetes components that mount a file of a Secret into the pods of a service, by path below the folder of components. */
export function renderSecretFileComponents(
  services: readonly ServiceTopology[],
): { path: string; content: string }[] {
  return services.flatMap(({ name, secretFiles }) =>
    Object.entries(secretFiles).map(([variable, secret]) => ({
      path: `${secret}/kustomization.yaml`,
      content: component(name, variable, secret),
    })),
  );
}

function component(service: string, variable: string, secret: string): string {
  const folder = `${SECRETS_FOLDER}/${secret}`;
  const pod = '/spec/template/spec';
  return `${HEADER}# The file of Secret/cairn-${secret} for the service ${service} and its jobs, as ${variable}:
#   kubectl -n cairn create secret generic cairn-${secret} --from-file=${secret}=<your file>
apiVersion: kustomize.config.k8s.io/v1alpha1
kind: Component
patches:
  - target: { kind: Deployment, name: '${service}(-worker)?' }
    patch: |
      - op: add
        path: ${pod}/containers/0/env/-
        value: { name: ${variable}, value: '${folder}/${secret}' }
      - op: add
        path: ${pod}/containers/0/volumeMounts/-
        value: { name: ${secret}, mountPath: '${folder}', readOnly: true }
      - op: add
        path: ${pod}/volumes/-
        value: { name: ${secret}, secret: { secretName: cairn-${secret} } }
`;
}
