import { readStored, writeStored } from './stored.ts';

const MAX_KEPT = 20;

const keyOf = (name: string) => `cairn-recent:${name}`;

/** The addresses that somebody went to last, the newest first. What they are called is asked for again: rights change. */
export function recentAddresses(name: string): string[] {
  return readStored<string[]>(keyOf(name), []);
}

/** Notes that somebody went to an address. */
export function noteVisit(name: string, href: string): void {
  const address = plainAddress(href);
  const others = recentAddresses(name).filter((each) => each !== address);
  writeStored(keyOf(name), [address, ...others].slice(0, MAX_KEPT));
}

/** The same address is spelled with and without a slash at its end. */
export function plainAddress(href: string): string {
  return href.replace(/(.)\/(?=$|\?)/, '$1');
}
