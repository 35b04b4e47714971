import { badRequest } from '@cairn/service';

/** Where an object of an S3-compatible store is. */
export interface ObjectLocation {
  /** Origin, perhaps with a path, without a slash at its end. */
  endpoint: string;
  region: string;
  bucket: string;
  key: string;
  /** Whether the bucket stands in the path (https://store/bucket/key) or in the host's name. */
  pathStyle: boolean;
}

/** Null for an object that everybody may read. */
export type ObjectKeys = { accessKey: string; secretKey: string } | null;

export interface ObjectRequest {
  bucket: string;
  key: string;
  endpoint?: string;
  region?: string;
  path_style?: boolean;
  access_key?: string;
  secret_key?: string;
}

const BUCKET = /^(?!.*\.\.)[A-Za-z0-9][A-Za-z0-9._-]{1,253}[A-Za-z0-9]$/;
const REGION = /^[A-Za-z0-9-]{1,100}$/;
const DEFAULT_REGION = 'us-east-1';

/** The place that the fields of a request name. AppError `bad_request` with a sentence when they name none. */
export function readObjectLocation(wanted: ObjectRequest): ObjectLocation {
  const { bucket, key } = wanted;
  const region = wanted.region?.trim() || DEFAULT_REGION;
  if (!BUCKET.test(bucket)) {
    throw badRequest(
      'vault.bad_bucket',
      'A bucket has 3 to 255 letters, digits, dots, _ and -, and begins and ends with a letter or digit.',
    );
  }
  if (!REGION.test(region)) {
    throw badRequest('vault.bad_region', 'A region is a word such as eu-central-1; leave it out if unsure.');
  }
  // The parser of addresses takes such parts for steps up the tree, so that another object would be asked for.
  if (key === '' || key.endsWith('/') || key.split('/').some((part) => /^\.{1,2}$/.test(part))) {
    throw badRequest('vault.bad_key', 'The key names no object; give it as the store lists it.');
  }
  const given = wanted.endpoint?.trim() ?? '';
  const endpoint = given === '' ? `https://s3.${region}.amazonaws.com` : readEndpoint(given);
  // A certificate for *.s3.amazonaws.com does not cover a bucket with dots in its name.
  const pathStyle = wanted.path_style ?? (given !== '' || bucket.includes('.'));
  return { endpoint, region, bucket, key, pathStyle };
}

/** Both keys or none. */
export function readKeys({ access_key, secret_key }: ObjectRequest): ObjectKeys {
  const accessKey = access_key?.trim() ?? '';
  const secretKey = secret_key?.trim() ?? '';
  if (accessKey === '' && secretKey === '') return null;
  if (accessKey === '' || secretKey === '') {
    throw badRequest('vault.half_a_key', 'Give access_key and secret_key together, or neither.');
  }
  return { accessKey, secretKey };
}

function readEndpoint(given: string): string {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(given) ? given : `https://${given}`;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.search !== '' ||
    url.hash !== '' ||
    url.username !== ''
  ) {
    throw badRequest(
      'vault.bad_endpoint',
      'The endpoint is the address of the store alone, such as https://s3.example.org.',
    );
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/** The object's address, each part of the key encoded as signatures demand (RFC 3986). */
export function objectUrl({ endpoint, bucket, key, pathStyle }: ObjectLocation): string {
  const path = key.split('/').map(encodePart).join('/');
  if (pathStyle) return `${endpoint}/${encodePart(bucket)}/${path}`;
  const url = new URL(endpoint);
  url.host = `${bucket}.${url.host}`;
  return `${url.href.replace(/\/+$/, '')}/${path}`;
}

function encodePart(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
