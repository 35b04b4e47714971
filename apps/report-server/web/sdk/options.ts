import type { AnyOptions, EmbedType } from './types.ts';

const TYPES: readonly EmbedType[] = ['report', 'dashboard', 'view', 'map-report'];
const OWNED: readonly EmbedType[] = ['dashboard', 'view'];

/** Checks the options. @throws {TypeError} which names the option and what it must be */
export function readOptions(options: AnyOptions) {
  const { server, auth, type, width = '100%', height, autoResize } = options;
  if (!TYPES.includes(type)) throw new TypeError(`type must be one of ${TYPES.join(', ')}.`);
  if (!server || !URL.canParse(server, location.href))
    throw new TypeError('server must be the base address of the report server.');
  const target = typeof options.target === 'string' ? document.querySelector(options.target) : options.target;
  if (!target) throw new TypeError(`There is no element "${String(options.target)}" for the frame.`);
  const token = options.token ?? (typeof auth === 'string' ? auth : auth?.token);
  if (!token) throw new TypeError('token must be an embed token (emb_…).');
  if (!options.id) throw new TypeError('The id of the content is missing.');
  return {
    target,
    token,
    origin: new URL(server, location.href).origin,
    refreshToken: typeof auth === 'object' ? auth.refresh : undefined,
    width: toLength(width),
    height: height === undefined ? undefined : toLength(height),
    isAutoHeight: autoResize ?? height === undefined,
  };
}

/** Address of the content. The frame takes the token out of it as soon as it runs. */
export function frameAddress({ server, type, id, owner }: AnyOptions, token: string): string {
  const base = new URL(server, location.href).href.replace(/[?#].*$/, '').replace(/\/$/, '');
  const parts = OWNED.includes(type) && owner ? [owner, id] : OWNED.includes(type) ? id.split('/') : [id];
  if (OWNED.includes(type) && parts.length !== 2)
    throw new TypeError(`The id of a ${type} is "owner/key", or give the option owner.`);
  const path = parts.map((part) => encodeURIComponent(part)).join('/');
  return `${base}/embed/${type}/${path}?et=${encodeURIComponent(token)}`;
}

function toLength(value: string | number): string {
  return typeof value === 'number' ? `${value}px` : value;
}
