import type { SecretBox } from '@cairn/service';
import type { ImportRow } from './repo.ts';
import type { ServiceLogin } from './types.ts';

/** A sealed login opens only for the address and the user that it was entered for. */
function purposeOf({ address, userId }: { address: string; userId: number | null }): string {
  return `vault.featuresvc_imports ${JSON.stringify([address, userId])}`;
}

/** Null when there is nothing to keep. @throws {AppError} unavailable without an encryption key. */
export function sealLogin(
  secretBox: SecretBox,
  login: ServiceLogin,
  owner: { address: string; userId: number | null },
): string | null {
  const hasSecrets = Boolean(login.token) || Boolean(login.password);
  return hasSecrets ? secretBox.seal(JSON.stringify(login), purposeOf(owner)) : null;
}

export function openLogin(
  secretBox: SecretBox,
  { sealed, request, requestedById }: Pick<ImportRow, 'sealed' | 'request' | 'requestedById'>,
): ServiceLogin {
  if (sealed === null) return {};
  const purpose = purposeOf({ address: request.address, userId: requestedById });
  return JSON.parse(secretBox.open(sealed, purpose)) as ServiceLogin;
}
