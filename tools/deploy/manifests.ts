import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseAllDocuments, stringify } from 'yaml';
import { repositoryRoot } from '../topology.ts';

/** One Kubernetes object, as far as the checks look into it. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string };
  [field: string]: unknown;
}

/** What `kubectl apply -k` would send of an overlay with the base and all components. Needs kubectl on the PATH; asks no cluster. */
export function renderWithComponents(): Manifest[] {
  const components = join(repositoryRoot, 'k8s/components');
  const folder = mkdtempSync(join(repositoryRoot, 'node_modules', '.cairn-overlay-'));
  try {
    const overlay = {
      apiVersion: 'kustomize.config.k8s.io/v1beta1',
      kind: 'Kustomization',
      namespace: 'cairn',
      resources: [relative(folder, join(repositoryRoot, 'k8s/base'))],
      components: readdirSync(components).map((name) => relative(folder, join(components, name))),
    };
    writeFileSync(join(folder, 'kustomization.yaml'), stringify(overlay));
    const text = execFileSync('kubectl', ['kustomize', folder], { encoding: 'utf8' });
    return parseAllDocuments(text).map((document) => document.toJS() as Manifest);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
