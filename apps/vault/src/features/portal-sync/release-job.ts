import type { Processor } from '@cairn/jobs';
import type { Releases } from './releases.ts';

interface Payload {
  name: string;
}

/** Tells the portal of a name that a dataset gave up, when the process that changed it could not. */
export function releaseName(releases: Releases): Processor {
  return async ({ name }: Payload) => ({ told: await releases.settle(name) });
}
