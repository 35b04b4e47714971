import { xmlAttribute, XML_DECLARATION } from '../xml-text.ts';
import type { PictureStore } from '../pictures.ts';
import { relationsPart } from '../ooxml/package-parts.ts';
import type { Sheet } from './sheet-part.ts';

/** English Metric Units of a point. */
const EMU = 12_700;

/** The drawing of a sheet with its pictures, and the relations to their files, which are added to `store`. */
export function drawingParts(
  { anchors }: Sheet,
  store: PictureStore,
): { drawing: string; relations: string } {
  const targets = new Map<string, string>();
  const items = anchors.map(({ row, column, element }, index) => {
    const picture = store.add(element);
    const id = targets.get(picture.name) ?? `picture${targets.size + 1}`;
    targets.set(picture.name, id);
    const size = `cx="${Math.round(element.width * EMU)}" cy="${Math.round(element.height * EMU)}"`;
    return (
      `<xdr:oneCellAnchor><xdr:from><xdr:col>${column}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:ext ${size}/>` +
      `<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="${index + 2}" name="Picture ${index + 1}" descr="${xmlAttribute(picture.alt)}"/><xdr:cNvPicPr/></xdr:nvPicPr><xdr:blipFill><a:blip r:embed="${id}"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill>` +
      `<xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic><xdr:clientData/></xdr:oneCellAnchor>`
    );
  });
  return {
    drawing: `${XML_DECLARATION}<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">${items.join('')}</xdr:wsDr>`,
    relations: relationsPart(
      [...targets].map(([name, id]) => ({ id, type: 'image', target: `../media/${name}` })),
    ),
  };
}
