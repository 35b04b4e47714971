import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { existingServices, frontDoorPort, repositoryRoot } from '../topology.ts';
import { renderNginx } from './nginx.ts';

/** The files that are made from the topology table: where they lie, and what must be in them. */
export function generatedFiles(): { path: string; content: string }[] {
  const site = renderNginx({
    services: existingServices(),
    port: frontDoorPort,
    address: ({ name, port }) => `${name}:${port}`,
  });
  return ['docker/nginx/cairn.conf', 'k8s/base/front/cairn.conf'].map((path) => ({ path, content: site }));
}

/** Paths of generated files that differ from what the topology says now. */
export function staleFiles(): string[] {
  return generatedFiles()
    .filter(({ path, content }) => readFileSync(join(repositoryRoot, path), 'utf8') !== content)
    .map(({ path }) => path);
}

if (import.meta.main) {
  for (const { path, content } of generatedFiles()) writeFileSync(join(repositoryRoot, path), content);
}
