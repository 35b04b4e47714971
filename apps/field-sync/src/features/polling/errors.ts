import { ProviderError } from '../providers/errors.ts';

export function serverSilent(): ProviderError {
  return new ProviderError({
    outcome: 'retry',
    code: 'field_sync.server_silent',
    message:
      'The server does not answer. It is asked again; if this continues, check its address and whether it runs.',
  });
}
