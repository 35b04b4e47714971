import { readFileSync } from 'node:fs';
import type { ContractDocument } from './document.ts';

const FOLDER = new URL('./generated/', import.meta.url);
const loaded = new Map<string, ContractDocument>();

/**
 * The contract of a service, as the generator read it from openapi/<service>.yaml: reading YAML takes a service longer
 * than anything else at its start. All callers get the same document, which nobody changes. Throws if the service has none.
 */
export function loadContract(service: string): ContractDocument {
  if (!/^[a-z][a-z0-9-]*$/.test(service)) throw new Error(`"${service}" is not the name of a service`);
  const text = () => readFileSync(new URL(`${service}.json`, FOLDER), 'utf8');
  const contract = loaded.get(service) ?? (JSON.parse(text()) as ContractDocument);
  loaded.set(service, contract);
  return contract;
}
