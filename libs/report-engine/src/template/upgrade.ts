import { TEMPLATE_VERSION } from './types.ts';

type Json = Record<string, unknown>;

/** Changes from a version to the next one, by the version that they start from. Version 1 is the first. */
const UPGRADES: Record<number, (template: Json) => Json> = {};

/**
 * Brings a template of an earlier version of the format to this engine's version. Its shape is not checked.
 * @returns null for what has no version, or one that this engine does not know.
 */
export function upgradeTemplate(json: unknown): Json | null {
  if (typeof json !== 'object' || json === null) return null;
  let template = json as Json;
  for (let version = template['version']; version !== TEMPLATE_VERSION; version = template['version']) {
    const upgrade = typeof version === 'number' ? UPGRADES[version] : undefined;
    if (!upgrade) return null;
    template = upgrade(template);
  }
  return template;
}
