import { lookup as systemLookup } from 'node:dns/promises';
import type { LookupAddress, LookupOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { privateNetworkError } from './outbound-url.ts';

/** All addresses of a host. */
export type Resolve = (host: string) => Promise<LookupAddress[]>;

export const resolveBySystem: Resolve = (host) => systemLookup(host, { all: true });

/**
 * A look-up for `net.connect` that checks its results. The socket connects to these addresses, which prevents DNS
 * rebinding. One forbidden address refuses the host.
 */
export function checkingLookup(resolve: Resolve, mayCall: (address: string) => boolean): LookupFunction {
  async function addressesOf(host: string): Promise<LookupAddress[]> {
    const found = await resolve(host);
    if (found.some(({ address }) => !mayCall(address))) throw privateNetworkError(host);
    return found;
  }
  return (host, options: LookupOptions, done) => {
    addressesOf(host).then(
      (found) => {
        const [first] = found;
        if (!first) done(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), '', 0);
        else if (options.all) done(null, found);
        else done(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => done(error, '', 0),
    );
  };
}
