import type { Band, BandKind, Dataset, Element, Template } from './types.ts';

/** A band with its place in the template, such as `$.bands.detail[0]`. */
export interface BandPlace {
  band: Band;
  path: string;
  kind: BandKind;
  /** Index of the group, for its bands. */
  group?: number;
}

/** An element with its place, and the dataset over whose rows it stands. */
export interface ElementPlace {
  element: Element;
  path: string;
  place: BandPlace;
  dataset: Dataset | undefined;
  /** Bands, frames and lists around it. */
  depth: number;
  /** Width and height of the band, frame or list around it. */
  room: { width: number; height: number };
}

const SINGLE = [
  'background',
  'title',
  'pageHeader',
  'columnHeader',
  'columnFooter',
  'pageFooter',
  'lastPageFooter',
  'summary',
  'noData',
] as const;

/** The template's bands; bands within lists are not among them. */
export function* walkBands(template: Template): Generator<BandPlace> {
  for (const kind of SINGLE) {
    const band = template.bands[kind];
    if (band) yield { band, kind, path: `$.bands.${kind}` };
  }
  for (const [i, band] of template.bands.detail.entries())
    yield { band, kind: 'detail', path: `$.bands.detail[${i}]` };
  for (const [group, { header, footer }] of template.groups.entries()) {
    if (header) yield { band: header, kind: 'groupHeader', group, path: `$.groups[${group}].header` };
    if (footer) yield { band: footer, kind: 'groupFooter', group, path: `$.groups[${group}].footer` };
  }
}

/** All elements, those within frames and lists too. */
export function* walkElements(template: Template, printableWidth: number): Generator<ElementPlace> {
  for (const place of walkBands(template)) {
    const room = { width: printableWidth, height: place.band.height };
    yield* walkInside(place.band.elements, {
      template,
      place,
      path: place.path,
      dataset: template.datasets[0],
      depth: 1,
      room,
    });
  }
}

type Inside = Omit<ElementPlace, 'element'> & { template: Template };

function* walkInside(elements: Element[], inside: Inside): Generator<ElementPlace> {
  const { template, ...outer } = inside;
  for (const [i, element] of elements.entries()) {
    const path = `${inside.path}.elements[${i}]`;
    yield { ...outer, element, path };
    const within = {
      ...inside,
      path,
      depth: inside.depth + 1,
      room: { width: element.width, height: element.height },
    };
    if (element.kind === 'frame') yield* walkInside(element.elements, within);
    if (element.kind === 'list') {
      const dataset = template.datasets.find(({ name }) => name === element.dataset);
      const room = { width: element.width, height: element.band.height };
      yield* walkInside(element.band.elements, { ...within, path: `${path}.band`, dataset, room });
    }
  }
}
