import type { VaultSchemas } from '@cairn/contracts';
import type { Actor } from '@cairn/service';

type Version = VaultSchemas['Version'];

/** A caller who reads public datasets without signing in. */
export function isVisitor(actor: Actor): boolean {
  return actor.kind === 'anonymous';
}

/**
 * Versions as the caller may read them. Visitors see neither the author of a version nor the parameters of its operation, and
 * its parent only when that is in the same list: others may belong to a dataset that is not public.
 */
export function readableVersions(versions: Version[], actor: Actor): Version[] {
  if (!isVisitor(actor)) return versions;
  const ids = new Set(versions.map(({ id }) => id));
  return versions.map((version) => {
    const { created_by: _by, created_by_id: _id, parameters: _given, parent_id: parent, ...rest } = version;
    return { ...rest, ...(parent !== undefined && ids.has(parent) ? { parent_id: parent } : {}) };
  });
}

/** Fields that name people, left out for visitors. */
export function withoutPeople<T extends object>(body: T, actor: Actor, ...names: (keyof T)[]): T {
  if (!isVisitor(actor)) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name as keyof T))) as T;
}
