import { SaxesParser } from 'saxes';

const MAX_DEPTH = 64;
const MAX_ELEMENTS = 500_000;

export interface XmlElement {
  /** Without its prefix. */
  name: string;
  /** By name without prefix. */
  attributes: Record<string, string>;
  /** Of the elements around it, outermost first. */
  path: string[];
}

export interface XmlReader {
  onElement?(element: XmlElement): void;
  /** The text directly in an element, with its path including the element. */
  onText?(text: string, path: string[]): void;
}

/** Why a text was not read. */
export class XmlError extends Error {
  readonly line: number;
  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

/**
 * Reads XML in one pass. The parser knows the five entities of XML only and reads no other document; a document type is refused,
 * as are deep and very large documents and encodings other than UTF-8. @throws {XmlError}
 */
export function readXml(text: string, reader: XmlReader): void {
  const parser = new SaxesParser({ position: true });
  const path: string[] = [];
  const texts: string[] = [];
  let elements = 0;
  const fail = (message: string): never => {
    throw new XmlError(message, parser.line);
  };
  parser.on('error', () => fail('it is not well-formed XML'));
  parser.on('doctype', () => fail('it has a document type (<!DOCTYPE), which is refused'));
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && !/^utf-?8$/i.test(encoding)) fail('its encoding must be UTF-8');
  });
  parser.on('opentag', ({ name, attributes }) => {
    elements += 1;
    if (path.length >= MAX_DEPTH) fail('its elements are nested too deeply');
    if (elements > MAX_ELEMENTS) fail('it has too many elements');
    const plain = Object.entries(attributes as Record<string, string>).map(([key, value]) => [
      local(key),
      value,
    ]);
    reader.onElement?.({ name: local(name), attributes: Object.fromEntries(plain), path: [...path] });
    path.push(local(name));
    texts.push('');
  });
  const addText = (piece: string): void => {
    if (texts.length > 0) texts[texts.length - 1] += piece;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const content = texts.pop() ?? '';
    if (content.trim() !== '') reader.onText?.(content.trim(), [...path]);
    path.pop();
  });
  parser.write(text).close();
  if (elements === 0) fail('it is empty');
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
