import { join } from 'node:path';
import { repositoryRoot, type ServiceTopology } from '../topology.ts';

export type Script =
  'main.ts' | 'worker.ts' | 'migrate.ts' | 'follow-local-server.ts' | 'gis-publish/main.ts';

/** How a script of a service is started: from this checkout, or from an image. */
export type Launch = (
  service: ServiceTopology,
  script: Script,
  env: NodeJS.ProcessEnv,
) => { command: string[]; cwd: string; env: NodeJS.ProcessEnv };

/** Runs the source of this checkout with the Node that runs this. */
export const launchFromCheckout: Launch = (service, script, env) => {
  const cwd = join(repositoryRoot, 'apps', service.name);
  return { command: [process.execPath, ...nodeOptions(service, script), join(cwd, 'src', script)], cwd, env };
};

/** Options of Node for a script of a service. */
export function nodeOptions({ workerOptions }: ServiceTopology, script: Script): string[] {
  return script === 'worker.ts' ? workerOptions : [];
}
