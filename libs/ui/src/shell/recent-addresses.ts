import { readStored, writeStored } from './local-storage.ts';

const MAX_KEPT = 20;

const keyOf = (name: string) => `cairn-recent:${name}`;

/** Addresses that a user visited, the newest first. Only addresses are stored, because titles and permissions change. */
export function recentAddresses(name: string): string[] {
  return readStored<string[]>(keyOf(name), []);
}

/** Records a visit of a user. */
export function noteVisit(name: string, href: string): void {
  const address = plainAddress(href);
  const others = recentAddresses(name).filter((each) => each !== address);
  writeStored(keyOf(name), [address, ...others].slice(0, MAX_KEPT));
}

/** The same address is spelled with and without a slash at its end. */
export function plainAddress(href: string): string {
  return href.replace(/(.)\/(?=$|\?)/, '$1');
}
