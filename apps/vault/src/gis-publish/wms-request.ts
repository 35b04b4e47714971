import type { ProjectLayer } from './types.ts';
import { escapeXml } from './xml.ts';

/** A request that QGIS Server may get: parameters with names in upper case, each once. */
export type WmsRequest = Record<string, string>;

/** What is wrong with a WMS request: a sentence for its sender, and a code of the WMS standard or of OWS. */
export class WmsError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = 'WmsError';
    this.code = code;
  }
}

/** Longest side of a picture, and most pixels. */
const MAX_SIDE = 4_096;
const MAX_PIXELS = 8_400_000;

type Check = (value: string, layers: ProjectLayer[]) => string;

const PICTURES = oneOf('image/png', 'image/jpeg', 'image/png; mode=8bit');
const PARAMETERS: Record<string, Check> = {
  LAYERS: layerNames,
  LAYER: layerNames,
  QUERY_LAYERS: layerNames,
  STYLES: matching(/^(default)?(,(default)?)*$/i, 'only the style "default" exists; leave it empty'),
  STYLE: matching(/^(default)?$/i, 'only the style "default" exists; leave it empty'),
  CRS: matching(/^(EPSG:\d{1,6}|CRS:84)$/i, 'use a code such as EPSG:3857'),
  SRS: matching(/^(EPSG:\d{1,6}|CRS:84)$/i, 'use a code such as EPSG:3857'),
  BBOX: boundingBox,
  WIDTH: integer(1, MAX_SIDE),
  HEIGHT: integer(1, MAX_SIDE),
  TRANSPARENT: oneOf('TRUE', 'FALSE'),
  BGCOLOR: matching(/^0x[0-9a-f]{6}$/i, 'use a colour such as 0xffffff'),
  DPI: integer(10, 600),
  FEATURE_COUNT: integer(1, 100),
  I: integer(0, MAX_SIDE),
  J: integer(0, MAX_SIDE),
  X: integer(0, MAX_SIDE),
  Y: integer(0, MAX_SIDE),
};

const MAP = ['LAYERS', 'STYLES', 'CRS', 'SRS', 'BBOX', 'WIDTH', 'HEIGHT', 'TRANSPARENT', 'BGCOLOR', 'DPI'];

/** The requests that are passed on, with their parameters beside SERVICE, VERSION and REQUEST. */
const REQUESTS: Record<string, { parameters: string[]; required: string[]; checks: Record<string, Check> }> =
  {
    GetCapabilities: { parameters: [], required: [], checks: {} },
    GetMap: {
      parameters: [...MAP, 'FORMAT'],
      required: ['LAYERS', 'BBOX', 'WIDTH', 'HEIGHT'],
      checks: { FORMAT: PICTURES },
    },
    GetFeatureInfo: {
      parameters: [...MAP, 'QUERY_LAYERS', 'INFO_FORMAT', 'FEATURE_COUNT', 'I', 'J', 'X', 'Y'],
      required: ['LAYERS', 'QUERY_LAYERS', 'BBOX', 'WIDTH', 'HEIGHT'],
      checks: {
        INFO_FORMAT: oneOf(
          ...['text/plain', 'text/html', 'text/xml', 'application/json', 'application/geo+json'],
          'application/vnd.ogc.gml',
        ),
      },
    },
    GetLegendGraphic: {
      parameters: ['LAYER', 'LAYERS', 'STYLE', 'STYLES', 'FORMAT', 'WIDTH', 'HEIGHT', 'TRANSPARENT', 'DPI'],
      required: [],
      checks: { FORMAT: PICTURES },
    },
  };

/**
 * Reads a WMS request from the query of a client. Only the parameters of its operation are taken, each checked by its own rule;
 * all others (MAP, SLD, FILTER, …) are left out. Layers are those of the project.
 * @throws {WmsError} for another service or operation, a parameter that is missing, repeated or wrong
 */
export function readWmsRequest(
  query: Readonly<Record<string, string[]>>,
  layers: ProjectLayer[],
): WmsRequest {
  const given = gather(query);
  const service = given.get('SERVICE') ?? ['WMS'];
  if (service.length !== 1 || service[0]!.toUpperCase() !== 'WMS') {
    throw new WmsError('OperationNotSupported', 'Only SERVICE=WMS is available here.');
  }
  const [asked = '', ...repeated] = given.get('REQUEST') ?? [];
  const name = Object.keys(REQUESTS).find((known) => known.toLowerCase() === asked.toLowerCase());
  const operation = name === undefined || repeated.length > 0 ? undefined : REQUESTS[name];
  if (name === undefined || !operation) {
    throw new WmsError(
      'OperationNotSupported',
      `REQUEST must be one of ${Object.keys(REQUESTS).join(', ')}.`,
    );
  }
  const [version = '1.3.0'] = given.get('VERSION') ?? [];
  const request: WmsRequest = {
    SERVICE: 'WMS',
    VERSION: version === '1.1.1' ? '1.1.1' : '1.3.0',
    REQUEST: name,
  };
  for (const parameter of operation.parameters) {
    const values = given.get(parameter);
    if (!values) continue;
    if (values.length > 1) throw new WmsError('InvalidParameterValue', `Send ${parameter} once.`);
    const value = values[0]!.trim();
    if (value === '' && !['STYLES', 'STYLE'].includes(parameter)) continue;
    const check = operation.checks[parameter] ?? PARAMETERS[parameter]!;
    request[parameter] = checked(parameter, () => check(value, layers));
  }
  for (const parameter of operation.required) {
    if (request[parameter] === undefined)
      throw new WmsError('MissingParameterValue', `${parameter} is missing from the request.`);
  }
  requireSmall(request);
  return request;
}

/** The answer to a request that is refused, as WMS clients read it. */
export function toServiceException({ code, message }: WmsError): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<ServiceExceptionReport version="1.3.0" xmlns="http://www.opengis.net/ogc">
 <ServiceException code="${escapeXml(code)}">${escapeXml(message)}</ServiceException>
</ServiceExceptionReport>
`;
}

/** Names count in any case (WMS 1.3.0, 6.8.1). */
function gather(query: Readonly<Record<string, string[]>>): Map<string, string[]> {
  const given = new Map<string, string[]>();
  for (const [name, values] of Object.entries(query)) {
    const key = name.toUpperCase();
    given.set(key, [...(given.get(key) ?? []), ...values]);
  }
  return given;
}

function checked(parameter: string, check: () => string): string {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new WmsError(
      parameter.includes('LAYER') ? 'LayerNotDefined' : 'InvalidParameterValue',
      `${parameter} cannot be used: ${error.message}.`,
    );
  }
}

function requireSmall({ WIDTH = '1', HEIGHT = '1' }: WmsRequest): void {
  if (Number(WIDTH) * Number(HEIGHT) > MAX_PIXELS)
    throw new WmsError('InvalidParameterValue', `The picture would have more than ${MAX_PIXELS} pixels.`);
}

/** The names of the project's layers as they are written there. Anything else, such as EXTERNAL_WMS:…, is not one. */
function layerNames(value: string, layers: ProjectLayer[]): string {
  const names = value.split(',');
  if (names.length > 100) throw new RangeError('name at most 100 layers');
  return names
    .map((asked) => {
      const layer = layers.find(({ name }) => name === asked);
      if (!layer) throw new RangeError(`there is no layer "${asked.slice(0, 60)}"`);
      return layer.name;
    })
    .join(',');
}

function boundingBox(value: string): string {
  const numbers = value.split(',').map((text) => (text.trim() === '' ? Number.NaN : Number(text)));
  if (numbers.length !== 4 || !numbers.every(Number.isFinite)) throw new RangeError('send four numbers');
  return numbers.join(',');
}

function integer(least: number, most: number): Check {
  return (value) => {
    const number = /^\d{1,6}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= least && number <= most) return String(number);
    throw new RangeError(`send a whole number from ${least} to ${most}`);
  };
}

function oneOf(...allowed: string[]): Check {
  return (value) => {
    const plain = value.toLowerCase().replace(/\s*;\s*/, '; ');
    const found = allowed.find((each) => each.toLowerCase() === plain);
    if (found === undefined) throw new RangeError(`send one of ${allowed.join(', ')}`);
    return found;
  };
}

function matching(pattern: RegExp, sentence: string): Check {
  return (value) => {
    if (pattern.test(value)) return value;
    throw new RangeError(sentence);
  };
}
