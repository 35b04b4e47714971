import type { SecretBox } from '@cairn/service';
import type { ImportRow } from './repo.ts';
import type { ServiceImport } from './types.ts';

/** What may contain a password: how to sign in to the service, and the database to load into. */
export type ImportSecrets = Pick<ServiceImport, 'login' | 'destination'>;

/** Sealed secrets open only for the address and the user that they were entered for. */
function purposeOf({ address, userId }: { address: string; userId: number | null }): string {
  return `vault.featuresvc_imports ${JSON.stringify([address, userId])}`;
}

/** @throws {AppError} unavailable without an encryption key. */
export function sealSecrets(
  secretBox: SecretBox,
  { login, destination }: ImportSecrets,
  owner: { address: string; userId: number | null },
): string {
  return secretBox.seal(JSON.stringify({ login, destination }), purposeOf(owner));
}

export function openSecrets(
  secretBox: SecretBox,
  { sealed, request, requestedById }: Pick<ImportRow, 'sealed' | 'request' | 'requestedById'>,
): ImportSecrets {
  const purpose = purposeOf({ address: request.address, userId: requestedById });
  return JSON.parse(secretBox.open(sealed ?? '', purpose)) as ImportSecrets;
}
