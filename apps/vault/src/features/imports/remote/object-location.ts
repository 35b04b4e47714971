import { badRequest } from '@cairn/service';

/** Location of an object in an S3-compatible store. */
export interface ObjectLocation {
  /** Origin, perhaps with a path, without a slash at its end. */
  endpoint: string;
  region: string;
  bucket: string;
  key: string;
  /** Whether the bucket is in the path (https://store/bucket/key) or in the host name. */
  pathStyle: boolean;
}

/** Null for a public object. */
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

/** Reads the location of an object from a request. @throws {AppError} bad_request for invalid fields. */
export function readObjectLocation(request: ObjectRequest): ObjectLocation {
  const { bucket, key } = request;
  const region = request.region?.trim() || DEFAULT_REGION;
  if (!BUCKET.test(bucket)) {
    throw badRequest(
      'vault.bad_bucket',
      'A bucket name has 3 to 255 letters, digits, dots, _ and -, and begins and ends with a letter or digit.',
    );
  }
  if (!REGION.test(region)) {
    throw badRequest('vault.bad_region', 'A region is a word such as eu-central-1. Leave it out if unsure.');
  }
  // URL parsers resolve such segments as parent folders, so another object would be requested.
  if (key === '' || key.endsWith('/') || key.split('/').some((part) => /^\.{1,2}$/.test(part))) {
    throw badRequest('vault.bad_key', 'The key is not the key of an object. Enter it as the store lists it.');
  }
  const address = request.endpoint?.trim() ?? '';
  const endpoint = address === '' ? `https://s3.${region}.amazonaws.com` : readEndpoint(address);
  // A certificate for *.s3.amazonaws.com does not cover a bucket with dots in its name.
  const pathStyle = request.path_style ?? (address !== '' || bucket.includes('.'));
  return { endpoint, region, bucket, key, pathStyle };
}

/** @throws {AppError} bad_request when only one of both keys is set. */
export function readKeys({ access_key, secret_key }: ObjectRequest): ObjectKeys {
  const accessKey = access_key?.trim() ?? '';
  const secretKey = secret_key?.trim() ?? '';
  if (accessKey === '' && secretKey === '') return null;
  if (accessKey === '' || secretKey === '') {
    throw badRequest('vault.half_a_key', 'Set access_key and secret_key together, or neither.');
  }
  return { accessKey, secretKey };
}

function readEndpoint(address: string): string {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`;
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
      'The endpoint must be the address of the store only, such as https://s3.example.org.',
    );
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/** The address of the object, with each segment of the key encoded as signatures require (RFC 3986). */
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
