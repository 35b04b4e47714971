import { execFileSync } from 'node:child_process';
import { parseAllDocuments } from 'yaml';

/** One Kubernetes object, as far as the checks look into it. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string };
  [field: string]: unknown;
}

/** What `kubectl apply -k folder` would send. Needs kubectl on the PATH; asks no cluster. */
export function renderKustomization(folder: string): Manifest[] {
  return readManifests(execFileSync('kubectl', ['kustomize', folder], { encoding: 'utf8' }));
}

/** The objects of a file, one a YAML document. */
export function readManifests(text: string): Manifest[] {
  return parseAllDocuments(text).map((document) => document.toJS() as Manifest);
}
