import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { ContractDocument } from './document.ts';

const FOLDER = new URL('../openapi/', import.meta.url);

/**
 * The contract of a service, read from openapi/<service>.yaml.
 * Throws when the file is missing, is no YAML or is no OpenAPI 3.1 document.
 */
export function loadContract(service: string): ContractDocument {
  if (!/^[a-z][a-z0-9-]*$/.test(service)) throw new Error(`"${service}" is no service name`);
  return parseContract(readFileSync(new URL(`${service}.yaml`, FOLDER), 'utf8'), `${service}.yaml`);
}

/** Reads a contract from YAML text; `name` appears in error messages. */
export function parseContract(text: string, name = 'contract'): ContractDocument {
  const document = parse(text) as Partial<ContractDocument> | null;
  if (!document || typeof document.openapi !== 'string' || !document.openapi.startsWith('3.1')) {
    throw new Error(`${name} must be an OpenAPI 3.1 document: it needs "openapi: 3.1.0" at its top`);
  }
  if (!document.paths) throw new Error(`${name} has no "paths"`);
  return document as ContractDocument;
}
