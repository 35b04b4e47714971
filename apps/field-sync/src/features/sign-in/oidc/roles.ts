import type { OidcConfig } from '../../../oidc-config.ts';
import { normalizeRole } from '../../../oidc-config.ts';

type Claims = Record<string, unknown>;

/**
 * The roles of the first of the sources that has any: of the realm, of this client, and of the configured claim, as Keycloak and
 * others write them; normalized, each once.
 */
export function rolesOf(
  sources: readonly (Claims | null | undefined)[],
  { clientId, rolesClaim }: Pick<OidcConfig, 'clientId' | 'rolesClaim'>,
): string[] {
  for (const claims of sources) {
    if (!claims) continue;
    const names = [
      ...textsAt(claims, ['realm_access', 'roles']),
      ...textsAt(claims, ['resource_access', clientId, 'roles']),
      ...(rolesClaim === null
        ? []
        : textsAt(claims, Object.hasOwn(claims, rolesClaim) ? [rolesClaim] : rolesClaim.split('.'))),
    ];
    const roles = names.map(normalizeRole).filter((role) => role !== '');
    if (roles.length > 0) return [...new Set(roles)];
  }
  return [];
}

/** The texts of a list, or one text. */
function textsAt(claims: Claims, path: readonly string[]): string[] {
  let value: unknown = claims;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return [];
    value = (value as Claims)[name];
  }
  return [value].flat().filter((each) => typeof each === 'string');
}
