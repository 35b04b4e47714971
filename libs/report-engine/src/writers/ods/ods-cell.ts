import type { Fill } from '../../fill/types.ts';
import { writeLocalDate, writeLocalTime, partsOfTime } from '../../values/calendar.ts';
import type { LocalDateTime } from '../../values/types.ts';
import { isRightToLeft } from '../direction.ts';
import { odfText } from '../odf/odf-text.ts';
import { cellText } from '../sheet/sheet-limits.ts';
import { sheetValueOf } from '../sheet/sheet-value.ts';
import type { SheetCell } from '../sheet/types.ts';
import { webLink } from '../web-link.ts';
import { xmlAttribute } from '../xml-text.ts';
import type { OdsCellStyles } from './cell-styles.ts';

const NO_TEXT = { wrap: false, rightToLeft: false };

/** Writes a cell; `inside` is put before its text, such as a picture. */
export function createOdsCellWriter(
  fill: Fill,
  styles: OdsCellStyles,
): (cell: SheetCell, inside?: string) => string {
  const { timeZone } = fill.settings;
  return (cell, inside = '') => {
    const value = sheetValueOf(cell, timeZone);
    const { style } = cell;
    const shown = cell.text === '' || value.type === 'text' ? '' : `<text:p>${odfText(cell.text)}</text:p>`;
    const write = (attributes: string, content: string, text = NO_TEXT): string =>
      `<table:table-cell table:style-name="${styles.nameOf(style, value, text)}"${attributes}>${inside}${content}</table:table-cell>`;
    switch (value.type) {
      case 'empty':
        return write('', '');
      case 'text': {
        const text = cellText(value.text, fill);
        const paragraphs = text
          .split(/\r\n|\r|\n/)
          .map((line) => `<text:p>${linked(odfText(line), cell.link)}</text:p>`);
        return write(' office:value-type="string"', paragraphs.join(''), {
          wrap: cell.wrap === true || paragraphs.length > 1,
          rightToLeft: isRightToLeft(text, style),
        });
      }
      case 'boolean':
        return write(` office:value-type="boolean" office:boolean-value="${value.value}"`, shown);
      case 'number':
        return write(` office:value-type="float" office:value="${value.digits}"`, shown);
      case 'time':
        return write(` office:value-type="time" office:time-value="${duration(value.local)}"`, shown);
      default: {
        const { date, time } = value.local;
        const clock = value.type === 'date' ? '' : `T${writeLocalTime(time)}`;
        return write(` office:value-type="date" office:date-value="${writeLocalDate(date)}${clock}"`, shown);
      }
    }
  };
}

function linked(text: string, link: string | undefined): string {
  const address = webLink(link);
  return address
    ? `<text:a xlink:href="${xmlAttribute(address)}" xlink:type="simple">${text}</text:a>`
    : text;
}

function duration({ time }: LocalDateTime): string {
  const { hour, minute, second, fraction } = partsOfTime(time.microseconds);
  return `PT${hour}H${minute}M${second}${fraction > 0 ? `.${String(fraction).padStart(6, '0')}` : ''}S`;
}
