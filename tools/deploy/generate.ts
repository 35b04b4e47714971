import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { existingServices, frontDoorPort, repositoryRoot } from '../topology.ts';
import { renderNginx, renderTrustedProxiesScript } from './nginx.ts';

/** Path and content of the files that are generated from the topology table. */
export function generatedFiles(): { path: string; content: string }[] {
  const site = renderNginx({
    services: existingServices(),
    port: frontDoorPort,
    address: ({ name, port }) => `${name}:${port}`,
  });
  const script = renderTrustedProxiesScript();
  return ['docker/nginx', 'k8s/base/front'].flatMap((folder) => [
    { path: `${folder}/cairn.conf`, content: site },
    { path: `${folder}/trusted-proxies.sh`, content: script },
  ]);
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
    writeFileSync(join(repositoryRoot, path), content);
    // nginx's container runs start scripts only when they are executable.
    if (path.endsWith('.sh')) chmodSync(join(repositoryRoot, path), 0o755);
  }
}
