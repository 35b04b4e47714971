import { xmlAttribute } from '../xml-text.ts';

/** English Metric Units of a point. */
const EMU = 12_700;

/** A picture in a line of text; `id` is unique in the document, `relation` leads to its file. */
export function docxDrawing(picture: {
  id: number;
  relation: string;
  width: number;
  height: number;
  alt: string;
}): string {
  const size = `cx="${Math.round(picture.width * EMU)}" cy="${Math.round(picture.height * EMU)}"`;
  const name = `id="${picture.id}" name="Picture ${picture.id}" descr="${xmlAttribute(picture.alt)}"`;
  return (
    `<w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent ${size}/><wp:docPr ${name}/>` +
    `<a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture">` +
    `<pic:nvPicPr><pic:cNvPr ${name}/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="${picture.relation}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>` +
    `<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>`
  );
}
