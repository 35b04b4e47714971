import type { ResolvedStyle } from '../../fill/types.ts';
import { XML_DECLARATION, xmlAttribute, xmlText } from '../xml-text.ts';
import type { Slide, SlideCell, SlideRow } from './slides.ts';
import { CELL_INSET, FONT_SIZE, TABLE_WIDTH } from './slides.ts';

export const NAMESPACES =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';

const EMU = 12_700;
/** Points. */
const PICTURE = { x: 36, y: 84, width: TABLE_WIDTH, height: 410 };

export interface SlideContext {
  title: string;
  number: number;
  /** Relation of the slide's picture. */
  pictureId?: string;
  alt?: string;
}

/** The part of one slide. */
export function slidePart(slide: Slide, context: SlideContext): string {
  const shapes =
    slide.kind === 'title'
      ? titleShapes(slide)
      : [titleShape(headline(slide, context)), ...content(slide, context)];
  return (
    `${XML_DECLARATION}<p:sld ${NAMESPACES}><p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>` +
    `${shapes.join('')}${slide.kind === 'title' ? '' : numberShape(context.number)}</p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sld>`
  );
}

function headline(slide: Slide, { title }: SlideContext): string {
  return slide.kind === 'table' && slide.subtitle ? `${title} – ${slide.subtitle}` : title;
}

function content(slide: Exclude<Slide, { kind: 'title' }>, context: SlideContext): string[] {
  switch (slide.kind) {
    case 'table':
      return [tableFrame(slide.widths, slide.rows)];
    case 'text':
      return [
        textShape({
          ...{ id: 3, name: 'Text', x: 36, y: 92, width: TABLE_WIDTH, height: 400 },
          paragraphs: slide.lines.map(({ text, style }) => paragraph(text, style, 14)),
        }),
      ];
    case 'picture':
      return [picture(slide.element, context)];
  }
}

function titleShapes({ title, lines }: Extract<Slide, { kind: 'title' }>): string[] {
  return [
    `<p:sp><p:nvSpPr><p:cNvPr id="2" name="Title"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr><p:spPr>${place({ x: 72, y: 150, width: 816, height: 110 })}</p:spPr><p:txBody><a:bodyPr anchor="b"><a:normAutofit/></a:bodyPr><a:lstStyle/>${paragraph(title, { bold: true }, 36)}</p:txBody></p:sp>`,
    textShape({
      ...{ id: 3, name: 'Subtitle', x: 72, y: 268, width: 816, height: 180 },
      paragraphs: lines.map((line) => paragraph(line, { color: '#5b6770' }, 16)),
    }),
  ];
}

function titleShape(title: string): string {
  return `<p:sp><p:nvSpPr><p:cNvPr id="2" name="Title"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:lstStyle/>${paragraph(title, {})}</p:txBody></p:sp>`;
}

function numberShape(number: number): string {
  return `<p:sp><p:nvSpPr><p:cNvPr id="4" name="Slide number"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph type="sldNum" sz="quarter" idx="12"/></p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:lstStyle/><a:p><a:fld id="{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}" type="slidenum"><a:rPr lang="en-US"/><a:t>${number}</a:t></a:fld></a:p></p:txBody></p:sp>`;
}

function textShape(shape: Place & { id: number; name: string; paragraphs: string[] }): string {
  const paragraphs = shape.paragraphs.length > 0 ? shape.paragraphs.join('') : '<a:p/>';
  return `<p:sp><p:nvSpPr><p:cNvPr id="${shape.id}" name="${shape.name}"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr><p:spPr>${place(shape)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:noFill/></p:spPr><p:txBody><a:bodyPr wrap="square"><a:normAutofit/></a:bodyPr><a:lstStyle/>${paragraphs}</p:txBody></p:sp>`;
}

function picture(element: { width: number; height: number; alt?: string }, context: SlideContext): string {
  const scale = Math.min(PICTURE.width / element.width, PICTURE.height / element.height);
  const width = element.width * scale;
  const height = element.height * scale;
  const x = PICTURE.x + (PICTURE.width - width) / 2;
  const y = PICTURE.y + (PICTURE.height - height) / 2;
  const alt = xmlAttribute(element.alt ?? context.alt ?? '');
  return `<p:pic><p:nvPicPr><p:cNvPr id="3" name="Picture" descr="${alt}"/><p:cNvPicPr><a:picLocks noChangeAspect="1"/></p:cNvPicPr><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:embed="${context.pictureId}"/><a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr>${place({ x, y, width, height })}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:pic>`;
}

function tableFrame(widths: number[], rows: SlideRow[]): string {
  const height = rows.reduce((sum, row) => sum + row.height, 0);
  const grid = widths.map((width) => `<a:gridCol w="${emu(width)}"/>`).join('');
  const body = rows.map(tableRow).join('');
  const hasHeader = rows[0]?.kind === 'header' ? ' firstRow="1"' : '';
  return `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="3" name="Table"/><p:cNvGraphicFramePr><a:graphicFrameLocks noGrp="1"/></p:cNvGraphicFramePr><p:nvPr/></p:nvGraphicFramePr><p:xfrm><a:off x="${emu(36)}" y="${emu(76)}"/><a:ext cx="${emu(TABLE_WIDTH)}" cy="${emu(height)}"/></p:xfrm><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table"><a:tbl><a:tblPr${hasHeader}/><a:tblGrid>${grid}</a:tblGrid>${body}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;
}

function tableRow({ kind, cells, height }: SlideRow): string {
  const out = cells.map((cell) => tableCell(cell, kind)).join('');
  return `<a:tr h="${emu(height)}">${out}</a:tr>`;
}

const LOOKS: Record<SlideRow['kind'], { fill: string; color?: string; bold: boolean; line: string }> = {
  header: { fill: '1F4E79', color: '#ffffff', bold: true, line: '1F4E79' },
  group: { fill: 'E8EEF4', color: '#1f4e79', bold: true, line: 'C5D3E0' },
  detail: { fill: '', bold: false, line: 'D5DBE1' },
  total: { fill: 'F4F6F8', bold: true, line: '8A949D' },
};

function tableCell({ span, text, style }: SlideCell, kind: SlideRow['kind']): string {
  const look = LOOKS[kind];
  const shown: ResolvedStyle = {
    ...style,
    bold: look.bold || style.bold === true,
    ...(look.color && { color: look.color }),
  };
  const fill = look.fill ? `<a:solidFill><a:srgbClr val="${look.fill}"/></a:solidFill>` : '<a:noFill/>';
  const none = (side: string) => `<a:${side} w="0"><a:noFill/></a:${side}>`;
  const line = `<a:lnB w="6350"><a:solidFill><a:srgbClr val="${look.line}"/></a:solidFill></a:lnB>`;
  const inset = emu(CELL_INSET);
  const properties = `<a:tcPr marL="${inset}" marR="${inset}" marT="25400" marB="25400" anchor="ctr">${none('lnL')}${none('lnR')}${none('lnT')}${line}${fill}</a:tcPr>`;
  const cell = `<a:txBody><a:bodyPr/><a:lstStyle/>${paragraph(text, shown, FONT_SIZE)}</a:txBody>`;
  const first =
    span > 1 ? `<a:tc gridSpan="${span}">${cell}${properties}</a:tc>` : `<a:tc>${cell}${properties}</a:tc>`;
  const merged = `<a:tc hMerge="1"><a:txBody><a:bodyPr/><a:lstStyle/><a:p/></a:txBody><a:tcPr/></a:tc>`;
  return first + merged.repeat(span - 1);
}

const ALIGN = { left: 'l', center: 'ctr', right: 'r', justify: 'just' } as const;
/** First letter with a direction is of a script that runs from right to left. */
const RIGHT_TO_LEFT = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** Paragraphs of a text, one a line; without a size they take that of their place. */
function paragraph(text: string, style: ResolvedStyle, size?: number): string {
  const color = /^#([0-9a-f]{6})$/i.exec(style.color ?? '')?.[1];
  const attributes = [
    size ? `sz="${Math.round(size * 100)}"` : '',
    style.bold ? 'b="1"' : '',
    style.italic ? 'i="1"' : '',
    style.underline ? 'u="sng"' : '',
    style.strikeThrough ? 'strike="sngStrike"' : '',
  ].filter(Boolean);
  const fill = color ? `<a:solidFill><a:srgbClr val="${color.toUpperCase()}"/></a:solidFill>` : '';
  const run = `lang="en-US" ${attributes.join(' ')}`.trim();
  return text
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map((line) => {
      const rtl = style.direction === 'rtl' || (style.direction !== 'ltr' && RIGHT_TO_LEFT.test(line));
      const align = style.align ? ` algn="${ALIGN[style.align]}"` : rtl ? ' algn="r"' : '';
      const properties = `<a:pPr${align}${rtl ? ' rtl="1"' : ''}/>`;
      if (line === '') return `<a:p>${properties}<a:endParaRPr ${run}/></a:p>`;
      return `<a:p>${properties}<a:r><a:rPr ${run}>${fill}</a:rPr><a:t>${xmlText(line)}</a:t></a:r></a:p>`;
    })
    .join('');
}

interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

function place({ x, y, width, height }: Place): string {
  return `<a:xfrm><a:off x="${emu(x)}" y="${emu(y)}"/><a:ext cx="${emu(width)}" cy="${emu(height)}"/></a:xfrm>`;
}

function emu(points: number): number {
  return Math.round(points * EMU);
}
