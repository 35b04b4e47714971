import { basePath } from '@cairn/ui';
import type { Parameters } from '../../sdk/protocol.ts';
import type { EmbedType } from '../../sdk/types.ts';

/** What the address of the frame says. */
export interface EmbedAddress {
  token: string;
  type: EmbedType;
  id: string;
  owner: string | null;
  /** First values of parameters. */
  parameters: Parameters;
}

/** Reads the address, and takes the token and all other values out of it. */
export function takeAddress(): EmbedAddress {
  const { pathname, search } = window.location;
  const [type, ...rest] = pathname.slice(`${basePath()}/embed/`.length).split('/').map(decodeURIComponent);
  const values = new URLSearchParams(search);
  const token = values.get('et') ?? '';
  values.delete('et');
  const parameters: Parameters = {};
  for (const name of new Set(values.keys())) {
    const texts = values.getAll(name);
    parameters[name] = texts.length === 1 ? texts[0]! : texts;
  }
  window.history.replaceState(null, '', pathname);
  return {
    ...{ token, parameters },
    type: type as EmbedType,
    id: rest.at(-1) ?? '',
    owner: rest.length > 1 ? rest[0]! : null,
  };
}
