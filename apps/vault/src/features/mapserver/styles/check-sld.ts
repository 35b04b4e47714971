import { badRequest } from '@cairn/service';
import { readXml, XmlError } from '../geoserver/xml.ts';
import type { XmlElement } from '../geoserver/xml.ts';

export type SldVersion = '1.0.0' | '1.1.0';

const ROOT = 'StyledLayerDescriptor';
/** Marks that GeoServer draws itself; all other schemes lead to files or servers. */
const MARK = /^(shape|extshape|wkt|windbarbs|emoji|qgis):\/\/[^:]*$|^ttf:\/\/[\w .+-]+#[\w.+-]+$/;
const SCHEME = /^\s*[a-z][a-z0-9+.-]*:/i;

/**
 * The version of an SLD document (1.0 with SLD, 1.1 with SE symbols). GeoServer would read document types, fetch graphics and
 * documents at other addresses, and evaluate names of properties as XPath, so all of these are refused here.
 * @throws {AppError} bad_request
 */
export function checkSld(text: string): { version: SldVersion } {
  let version = '';
  try {
    readXml(text.replace(/^\uFEFF/, ''), {
      onElement(element) {
        if (element.path.length === 0) version = versionOf(element);
        for (const [name, value] of Object.entries(element.attributes))
          if (name === 'href') checkReference(value);
        if (element.name === 'RemoteOWS') throw refused('data of another server');
      },
      onText(content, path) {
        const name = path.at(-1);
        if (name === 'Href') checkReference(content);
        if (name === 'WellKnownName') checkMark(content);
        if (name === 'PropertyName' && content.includes('('))
          throw refused('a function in the name of a property');
      },
    });
  } catch (error) {
    if (error instanceof XmlError) {
      throw badRequest('vault.bad_sld', `The style cannot be used: ${error.message} (line ${error.line}).`);
    }
    throw error;
  }
  if (version === '1.0.0' || version === '1.1.0') return { version };
  throw badRequest('vault.bad_sld', 'The style must be an SLD document of version 1.0.0 or 1.1.0.');
}

function versionOf({ name, attributes }: XmlElement): string {
  if (name !== ROOT) {
    throw badRequest('vault.bad_sld', `The style must be an SLD document, whose first element is ${ROOT}.`);
  }
  return attributes.version ?? '';
}

/** Only names of files beside the style. GeoServer fills in attributes of features at `${…}`, which may be addresses. */
function checkReference(reference: string): void {
  const decoded = decode(reference);
  if (SCHEME.test(decoded) || /^\s*[/\\]|\.\.|\$\{|\\/.test(decoded))
    throw refused(`the address "${reference.slice(0, 100)}"`);
}

function checkMark(mark: string): void {
  if (/\$\{|\.\./.test(mark) || (SCHEME.test(mark) && !MARK.test(mark)))
    throw refused(`the mark "${mark.slice(0, 100)}"`);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function refused(what: string) {
  return badRequest(
    'vault.remote_sld',
    `The style contains ${what}, which the map server would follow. Use only graphics that are stored beside the style.`,
  );
}
