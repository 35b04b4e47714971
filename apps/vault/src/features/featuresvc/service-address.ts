import { badRequest } from '@cairn/service';
import type { SafeFetch } from '@cairn/service';
import type { ServiceAddress } from './types.ts';

const PATH = /^(.*\/(FeatureServer|MapServer))(?:\/(\d{1,6}))?(?:\/query)?\/*$/i;
const TYPES = ['FeatureServer', 'MapServer'] as const;

/**
 * Reads the address of a service or of a layer. Its query is ignored but for a token, as a browser's address bar may show it.
 * @throws {AppError} bad_request for other addresses, and for those that the vault must not call.
 */
export function readServiceAddress(
  safeFetch: Pick<SafeFetch, 'check'>,
  text: string,
): { address: ServiceAddress; token: string | null } {
  const url = safeFetch.check(text.trim());
  const token = url.searchParams.get('token');
  const [, path, name = '', layer] = PATH.exec(url.pathname) ?? [];
  const type = TYPES.find((each) => each.toLowerCase() === name.toLowerCase());
  if (path === undefined || !type) {
    throw badRequest(
      'vault.not_a_service',
      'The address of a feature service ends with FeatureServer or MapServer, or with the number of a layer after it.',
    );
  }
  const service = new URL(path, url.origin);
  return { address: { url: service, type, layerId: layer === undefined ? null : Number(layer) }, token };
}
