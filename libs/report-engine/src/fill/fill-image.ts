import type { ImageElement } from '../template/types.ts';
import type { Value } from '../values/types.ts';
import { baseOf, type ElementFiller } from './moment.ts';
import type { FilledImage } from './types.ts';
import type { Run } from './run.ts';

/** A picture of the report's files, within the template, or of a row. Others than PNG and JPEG are left out with a warning. */
export function compileImage(element: ImageElement, run: Run): ElementFiller {
  const { source } = element;
  const styleOf = run.styleOf(element.style, element.own);
  const evaluate = 'expression' in source ? run.compile(source.expression) : null;
  const constant =
    'asset' in source ? run.assets.get(source.asset) : 'data' in source ? readDataUri(source.data) : null;

  function fill(): FilledImage | null {
    const bytes = evaluate ? toBytes(evaluate(run.cursor), run) : constant;
    if (!bytes || bytes.length === 0) {
      if (!evaluate) run.warn(`The picture of the element ${element.id} is missing.`);
      return null;
    }
    const mime = mimeOf(bytes);
    if (!mime) {
      run.warn(`The picture of the element ${element.id} is neither PNG nor JPEG; it is left out.`);
      return null;
    }
    return {
      ...baseOf(element, styleOf(run.cursor)),
      kind: 'image',
      bytes,
      mime,
      scale: element.scale ?? 'contain',
      halign: element.halign ?? 'left',
      valign: element.valign ?? 'top',
    };
  }

  return { element, fill, isLate: false };
}

/** Bytes of a row, a data URI, or the name of a file of the report. */
function toBytes(value: Value, { assets }: Run): Uint8Array | null {
  if (value instanceof Uint8Array) return value;
  if (typeof value !== 'string') return null;
  return value.startsWith('data:') ? readDataUri(value) : (assets.get(value) ?? null);
}

function readDataUri(uri: string): Uint8Array | null {
  const match = /^data:image\/(?:png|jpe?g);base64,([A-Za-z0-9+/=\s]+)$/i.exec(uri);
  return match ? Buffer.from(match[1] ?? '', 'base64') : null;
}

function mimeOf(bytes: Uint8Array): FilledImage['mime'] | null {
  if (bytes[0] === 0x89 && bytes[1] === 0x50 && bytes[2] === 0x4e && bytes[3] === 0x47) return 'image/png';
  return bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff ? 'image/jpeg' : null;
}
