import { parse } from 'yaml';
import type { ContractDocument } from './document.ts';

/** Reads a contract from YAML text; `name` appears in error messages. */
export function parseContract(text: string, name = 'contract'): ContractDocument {
  const document = parse(text) as Partial<ContractDocument> | null;
  if (!document || typeof document.openapi !== 'string' || !document.openapi.startsWith('3.1')) {
    throw new Error(`${name} must be an OpenAPI 3.1 document: it needs "openapi: 3.1.0" at its top`);
  }
  if (!document.paths) throw new Error(`${name} has no "paths"`);
  return document as ContractDocument;
}
