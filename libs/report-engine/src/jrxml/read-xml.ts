import { SaxesParser } from 'saxes';
import { badRequest, type AppError } from '@cairn/service/errors';
import type { XmlNode } from './xml-node.ts';

const MAX_BYTES = 5 * 1024 * 1024;
const MAX_DEPTH = 64;
const MAX_ELEMENTS = 50_000;
const CHUNK = 64 * 1024;

interface Place {
  line: number;
  column: number;
}

/**
 * Reads a file to a tree of elements with their places. Prefixes of names are left out. Comments and processing instructions are
 * skipped; character references and the five entities of XML are the only ones known.
 * @throws {AppError} 400 with the line for a file that is not XML, has a DTD, or is too large or too deep.
 */
export function readXml(bytes: Uint8Array): XmlNode {
  if (bytes.length > MAX_BYTES) {
    throw invalidJrxml('The file is larger than 5 MiB, which is more than a report template may have.', {
      line: 1,
      column: 1,
    });
  }
  const parser = new SaxesParser({ position: true });
  const open: XmlNode[] = [];
  const cdata = new WeakMap<XmlNode, string>();
  let root: XmlNode | null = null;
  let elements = 0;
  let started: Place = { line: 1, column: 1 };

  const here = (): Place => ({ line: parser.line, column: parser.columnIndex + 1 });

  parser.on('error', (error) => {
    throw invalidJrxml(`The file is not well-formed XML: ${sentenceOf(error)}`, here());
  });
  parser.on('doctype', () => {
    throw invalidJrxml(
      'The file has a document type (DTD), which is refused. Delete the line that begins with <!DOCTYPE.',
      here(),
    );
  });
  parser.on('opentagstart', ({ name }) => {
    // The parser stands behind the character after the name.
    started = { line: parser.line, column: Math.max(1, parser.columnIndex - name.length - 1) };
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length >= MAX_DEPTH)
      throw invalidJrxml(`Elements are nested more than ${MAX_DEPTH} levels deep.`, started);
    elements += 1;
    if (elements > MAX_ELEMENTS)
      throw invalidJrxml(`The file has more than ${MAX_ELEMENTS} elements.`, started);
    const node = createNode(name, attributes, started);
    open.at(-1)?.children.push(node);
    root ??= node;
    open.push(node);
  });
  parser.on('text', (text) => {
    const node = open.at(-1);
    if (node) node.text += text;
  });
  parser.on('cdata', (text) => {
    const node = open.at(-1);
    if (node) cdata.set(node, (cdata.get(node) ?? '') + text);
  });
  parser.on('closetag', () => {
    const node = open.pop();
    if (node) node.text = cdata.get(node) ?? node.text.trim();
  });

  const text = decode(bytes);
  for (let at = 0; at < text.length; at += CHUNK) parser.write(text.slice(at, at + CHUNK));
  parser.close();
  if (!root) throw invalidJrxml('The file has no element.', here());
  return root;
}

/** A 400 that names the line. */
export function invalidJrxml(sentence: string, { line, column }: Place): AppError {
  return badRequest('report-engine.jrxml_invalid', `Line ${line}: ${sentence}`, { line, column });
}

function createNode(name: string, attributes: Record<string, unknown>, place: Place): XmlNode {
  const local = name.slice(name.indexOf(':') + 1);
  return {
    name: local,
    written: name,
    attributes: new Map(
      Object.entries(attributes).map(([key, value]) => [
        key,
        { value: String(value), written: key, isRead: false },
      ]),
    ),
    children: [],
    text: '',
    ...place,
    isRead: false,
  };
}

/** Decodes by byte order mark or XML declaration; UTF-8 by default. */
function decode(bytes: Uint8Array): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const declared = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1];
  const marked = head.startsWith('\u00FF\u00FE')
    ? 'utf-16le'
    : head.startsWith('\u00FE\u00FF')
      ? 'utf-16be'
      : undefined;
  const encoding = marked ?? declared ?? 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw invalidJrxml(`The file is not text in the encoding ${encoding}. Save it as UTF-8.`, {
      line: 1,
      column: 1,
    });
  }
}

/** The message without the position and with a full stop. */
function sentenceOf(error: Error): string {
  return `${error.message.replace(/^(?:[^:]*:)?\d+:\d+: /, '').replace(/\.$/, '')}.`;
}
