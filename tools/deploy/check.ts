import { staleFiles } from './generate.ts';
import { renderWithComponents } from './manifests.ts';
import { schemaProblems } from './schema-check.ts';

/**
 * What can be known of docker/ and k8s/ without a container engine: the generated files are current, the
 * base renders with all components, and the Kubernetes API knows the fields of all objects. Returns one sentence a problem.
 */
export async function deploymentProblems(): Promise<string[]> {
  return [
    ...staleFiles().map((path) => `${path} is out of date: run "node tools/deploy/generate.ts".`),
    ...(await schemaProblems(renderWithComponents())),
  ];
}

if (import.meta.main) {
  const problems = await deploymentProblems();
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
