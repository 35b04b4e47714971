import { join } from 'node:path';
import { repositoryRoot } from '../topology.ts';
import { staleFiles } from './generate.ts';
import { renderGisPublishObjects } from './gis-publish.ts';
import { readManifests, renderKustomization } from './manifests.ts';
import { schemaProblems } from './schema-check.ts';

/**
 * What can be known of docker/ and k8s/ without a container engine: the generated files are current, the
 * objects render, and the Kubernetes API knows their fields. Returns one sentence a problem.
 */
export async function deploymentProblems(): Promise<string[]> {
  const manifests = renderKustomization(join(repositoryRoot, 'k8s/base'));
  return [
    ...staleFiles().map((path) => `${path} is out of date: run "node tools/deploy/generate.ts".`),
    ...(await schemaProblems([...manifests, ...readManifests(renderGisPublishObjects())])),
  ];
}

if (import.meta.main) {
  const problems = await deploymentProblems();
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
