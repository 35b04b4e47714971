import { relationsPart, type Relation } from '../ooxml/package-parts.ts';
import type { PictureElement, PictureStore } from '../pictures.ts';
import { docxDrawing } from './docx-drawing.ts';

/** Relations of one part of the document to pictures and addresses. */
export interface PartRelations {
  linkTo(address: string): string;
  drawPicture(element: PictureElement): string;
  readonly isEmpty: boolean;
  writePart(): string;
}

export function createPartRelations(store: PictureStore, first: Relation[] = []): PartRelations {
  const relations = [...first];
  const ids = new Map<string, string>();
  let drawings = 0;

  function idOf(target: string, relation: Omit<Relation, 'id'>): string {
    let id = ids.get(target);
    if (id === undefined) {
      id = `part${ids.size + 1}`;
      ids.set(target, id);
      relations.push({ id, ...relation });
    }
    return id;
  }

  return {
    linkTo: (address) => idOf(address, { type: 'hyperlink', target: address, external: true }),
    drawPicture: (element) => {
      const picture = store.add(element);
      drawings += 1;
      const { width, height } = element;
      const relation = idOf(picture.name, { type: 'image', target: `media/${picture.name}` });
      return docxDrawing({ id: drawings, relation, width, height, alt: picture.alt });
    },
    get isEmpty() {
      return relations.length === 0;
    },
    writePart: () => relationsPart(relations),
  };
}
