import { badGateway } from '@cairn/service';
import type { RegisteredService } from './types.ts';
import type { DiscoveryAnswer } from './discovery.ts';

type Failure = Exclude<DiscoveryAnswer, { kind: 'answered' }>;

/** The problem with a service, as a sentence for users. */
export function failureSentence({ displayName: name }: RegisteredService, failure: Failure): string {
  switch (failure.kind) {
    case 'refused':
      return failure.status === 401
        ? `Sign in to see what ${name} offers.`
        : `You have no access to ${name}; ask an administrator for it.`;
    case 'late':
      return `${name} did not answer in time; reload the page in a moment.`;
    case 'unreachable':
      return `${name} cannot be reached; reload the page in a moment.`;
    case 'failed':
      return `${name} answered with an error (${failure.status}); reload the page in a moment.`;
    case 'malformed':
      return `${name} returned an unreadable listing. Contact its operator.`;
  }
}

export function discoveryFailure(service: RegisteredService, failure: Failure) {
  return badGateway('portal.discovery_failed', failureSentence(service, failure));
}
