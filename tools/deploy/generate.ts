import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { existingServices, frontDoorPort, repositoryRoot } from '../topology.ts';
import { renderCompose, renderEnvironmentExample } from './compose.ts';
import {
  renderEnvironment,
  renderKustomizationFile,
  renderSecretsExample,
  renderService,
} from './kubernetes.ts';
import { renderGisPublishComponent } from './gis-publish.ts';
import { renderMartinComponent } from './martin.ts';
import { renderNginx, renderTrustedProxiesScript } from './nginx.ts';
import { renderSecretFileComponents } from './secret-files.ts';

/** Path and content of the files that are generated from the topology table. */
export function generatedFiles(): { path: string; content: string }[] {
  const services = existingServices();
  const site = renderNginx({ services, port: frontDoorPort, address: ({ name, port }) => `${name}:${port}` });
  const script = renderTrustedProxiesScript();
  return [
    { path: 'docker/compose.yaml', content: renderCompose(services) },
    { path: 'docker/example.env', content: renderEnvironmentExample(services) },
    { path: 'k8s/base/kustomization.yaml', content: renderKustomizationFile(services) },
    { path: 'k8s/base/environment.yaml', content: renderEnvironment(services) },
    { path: 'k8s/overlays/single-node/secrets.example.yaml', content: renderSecretsExample(services) },
    ...services.map((service) => ({
      path: `k8s/base/services/${service.name}.yaml`,
      content: renderService(service),
    })),
    ...[
      ...renderGisPublishComponent(),
      ...renderMartinComponent(),
      ...renderSecretFileComponents(services),
    ].map(({ path, content }) => ({ path: `k8s/components/${path}`, content })),
    ...['docker/nginx', 'k8s/base/front'].flatMap((folder) => [
      { path: `${folder}/cairn.conf`, content: site },
      { path: `${folder}/trusted-proxies.sh`, content: script },
    ]),
  ];
}

/** Paths of generated files that differ from what the topology says now. */
export function staleFiles(): string[] {
  return generatedFiles()
    .filter(({ path, content }) => {
      const file = join(repositoryRoot, path);
      return !existsSync(file) || readFileSync(file, 'utf8') !== content;
    })
    .map(({ path }) => path);
}

if (import.meta.main) {
  for (const { path, content } of generatedFiles()) {
    mkdirSync(dirname(join(repositoryRoot, path)), { recursive: true });
    writeFileSync(join(repositoryRoot, path), content);
    // nginx's container runs start scripts only when they are executable.
    if (path.endsWith('.sh')) chmodSync(join(repositoryRoot, path), 0o755);
  }
}
