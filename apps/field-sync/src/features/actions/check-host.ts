import { parseServerHost } from '@cairn/db';
import { OutboundError, resolveOutboundAddress } from '@cairn/service';
import { invalidField } from './errors.ts';
import { requireLine } from './read-fields.ts';

const MAX_HOST = 253;

/**
 * The host of a form: one plain name or address, which leads to a public address or into an allowed network. A name that cannot be
 * looked up now is taken, because each connection looks it up again. @throws {AppError} bad_request
 */
export async function readHost(value: string | undefined, allowedNetworks: string[]): Promise<string> {
  const host = parseServerHost(requireLine('host', value, MAX_HOST));
  if (host === null) throw invalidField('host must be one name or one IP address, without port and path.');
  await resolveOutboundAddress(host, { allowedNetworks }).catch((error: unknown) => {
    if (!(error instanceof OutboundError)) throw error;
    if (error.reason !== 'refused') return;
    throw invalidField(
      `host leads to a private or reserved network. Ask the operator to allow it with SERVER_ALLOWED_CIDRS.`,
    );
  });
  return host;
}
