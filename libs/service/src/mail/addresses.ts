import { domainToASCII } from 'node:url';
import { badAddress, tooManyAddresses } from './errors.ts';

export const MAX_ADDRESSES = 50;
/** RFC 5321 4.5.3.1: the longest path is 256 characters with its angle brackets, the longest local part 64. */
const MAX_ADDRESS_LENGTH = 254;
const MAX_LOCAL_PART_LENGTH = 64;

/** RFC 5322 dot-atom: without quotes, comments and spaces there is one way to read an address. */
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const DOMAIN_LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
/** What `domainToASCII` would decode or drop instead of refusing. */
const FORBIDDEN_IN_DOMAIN = /[\p{C}\s%:/\\?#@()<>[\],;"]/u;
const SEPARATORS = /[,; \t\r\n]+/;

/**
 * Addresses of a text, separated by commas, semicolons or white space; domains are ASCII and in lower case, and repeated addresses
 * are left out.
 * @throws {AppError} bad_request with a sentence that names the address, or for more than 50 of them
 */
export function readAddresses(text: string): string[] {
  const addresses = new Map<string, string>();
  for (const piece of text.split(SEPARATORS)) {
    if (piece === '') continue;
    const address = readAddress(piece);
    const key = address.toLowerCase();
    if (!addresses.has(key)) addresses.set(key, address);
    if (addresses.size > MAX_ADDRESSES) throw tooManyAddresses();
  }
  return [...addresses.values()];
}

/**
 * One address, with its domain in ASCII and lower case.
 * @throws {AppError} bad_request for anything else: display names, groups, comments, quotes, address literals, several addresses
 */
export function readAddress(text: string): string {
  const trimmed = text.trim();
  const at = trimmed.lastIndexOf('@');
  const localPart = trimmed.slice(0, Math.max(at, 0));
  const domain = toAsciiDomain(trimmed.slice(at + 1));
  const address = `${localPart}@${domain}`;
  const isValid =
    localPart.length <= MAX_LOCAL_PART_LENGTH &&
    LOCAL_PART.test(localPart) &&
    domain !== null &&
    address.length <= MAX_ADDRESS_LENGTH;
  if (!isValid) throw badAddress(text);
  return address;
}

/** A host name with a dot, or localhost; null for anything else, numeric addresses included. */
function toAsciiDomain(domain: string): string | null {
  if (FORBIDDEN_IN_DOMAIN.test(domain)) return null;
  const ascii = domainToASCII(domain);
  const labels = ascii.split('.');
  if (!labels.every((label) => DOMAIN_LABEL.test(label))) return null;
  if (labels.length === 1) return ascii === 'localhost' ? ascii : null;
  return /^\d+$/.test(labels.at(-1)!) ? null : ascii;
}
