import { chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { nodeOptions, type Launch } from '../platform/launch.ts';
import type { ServiceTopology } from '../topology.ts';
import { buildah } from './buildah.ts';
import { directoryVariables } from './kubernetes.ts';

/** The account `node` of the images; docker/Dockerfile makes it. */
const ACCOUNT = 1000;
const APPS = '/cairn/apps';

export interface RunningImages {
  launch: Launch;
  /** Unmounts the images. */
  close(): void;
}

/**
 * Runs scripts of services from their images as Kubernetes would: the image as a read-only root, /tmp in memory, the directories
 * of the service writable, the account `node` without capabilities. The network is this machine's.
 *
 * @param images name of the image by service
 * @param dataDir where the directories of the services are
 */
export function mountImages(images: Record<string, string>, dataDir: string): RunningImages {
  const containers = Object.entries(images).map(([service, image]) => {
    const container = buildah(['from', '--pull-never', image]);
    return { service, container, root: buildah(['mount', container]) };
  });
  return {
    launch(service, script, env) {
      const mounted = containers.find((container) => container.service === service.name);
      if (!mounted) throw new Error(`There is no image of ${service.name}.`);
      const volume = join(dataDir, 'volumes', service.name);
      mkdirSync(volume, { recursive: true });
      chownSync(volume, ACCOUNT, ACCOUNT);
      const app = `${APPS}/${service.name}`;
      const command = [
        ...['bwrap', '--die-with-parent', '--new-session'],
        ...[
          '--ro-bind',
          mounted.root,
          '/',
          '--dev-bind',
          '/proc',
          '/proc',
          '--dev',
          '/dev',
          '--perms',
          '1777',
          '--tmpfs',
          '/tmp',
        ],
        ...['--ro-bind', '/etc/resolv.conf', '/etc/resolv.conf'],
        ...['--bind', volume, '/data'],
        ...['--chdir', app, '--cap-add', 'CAP_SETUID', '--cap-add', 'CAP_SETGID', '--cap-add', 'CAP_SETPCAP'],
        ...['setpriv', `--reuid=${ACCOUNT}`, `--regid=${ACCOUNT}`, '--clear-groups', '--bounding-set=-all'],
        ...['--inh-caps=-all', 'node', ...nodeOptions(service, script), `src/${script}`],
      ];
      return { command, cwd: '/', env: imageEnvironment(service, env) };
    },
    close() {
      for (const { container } of containers) buildah(['rm', container]);
    },
  };
}

/** The directories of a pod, and none of this checkout's paths. */
function imageEnvironment(service: ServiceTopology, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { RESTARTS_FILE: _file, ...kept } = env;
  return {
    ...kept,
    ...directoryVariables(service),
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: '/home/node',
    TMPDIR: '/tmp',
  };
}
