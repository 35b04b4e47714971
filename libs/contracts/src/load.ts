import { readFileSync } from 'node:fs';
import type { ContractDocument } from './document.ts';

const FOLDER = new URL('./generated/', import.meta.url);

/**
 * The contract of a service, as the generator read it from openapi/<service>.yaml: reading YAML takes a service longer
 * than anything else at its start. Throws if the service has none.
 */
export function loadContract(service: string): ContractDocument {
  if (!/^[a-z][a-z0-9-]*$/.test(service)) throw new Error(`"${service}" is not the name of a service`);
  return JSON.parse(readFileSync(new URL(`${service}.json`, FOLDER), 'utf8')) as ContractDocument;
}
