import type { Band, BandKind, Bands, Template } from '@cairn/report-engine/browser';

/** A band of the template, under the path by which findings name it: `$.bands.title`, `$.groups[0].header`. */
export interface Lane {
  path: string;
  kind: BandKind;
  band: Band;
  /** Index of the group, for its bands. */
  group?: number;
}

type SingleKind = Exclude<keyof Bands, 'detail'>;
const ABOVE = ['background', 'title', 'pageHeader', 'columnHeader'] as const;
const BELOW = ['columnFooter', 'pageFooter', 'lastPageFooter', 'summary', 'noData'] as const;
/** Bands that a report has at most once, in the order of the page. */
export const SINGLE_KINDS: readonly SingleKind[] = [...ABOVE, ...BELOW];

/** The bands in the order of the page: group headers outside in, details, group footers inside out. */
export function listLanes({ bands, groups }: Template): Lane[] {
  const single = (kind: SingleKind): Lane[] => {
    const band = bands[kind];
    return band ? [{ path: `$.bands.${kind}`, kind, band }] : [];
  };
  const ofGroup = (group: number, side: 'header' | 'footer'): Lane[] => {
    const band = groups[group]?.[side];
    const kind = side === 'header' ? 'groupHeader' : 'groupFooter';
    return band ? [{ path: `$.groups[${group}].${side}`, kind, group, band }] : [];
  };
  const indexes = groups.map((_, i) => i);
  return [
    ...ABOVE.flatMap(single),
    ...indexes.flatMap((i) => ofGroup(i, 'header')),
    ...bands.detail.map((band, i): Lane => ({ path: `$.bands.detail[${i}]`, kind: 'detail', band })),
    ...indexes.toReversed().flatMap((i) => ofGroup(i, 'footer')),
    ...BELOW.flatMap(single),
  ];
}

export function findBand(template: Template, path: string): Band | undefined {
  return listLanes(template).find((lane) => lane.path === path)?.band;
}

/** The template with each of its bands changed. */
export function mapBands(template: Template, change: (band: Band, path: string) => Band): Template {
  const at = (band: Band | undefined, path: string) => (band ? change(band, path) : undefined);
  const bands: Bands = { ...template.bands };
  for (const kind of SINGLE_KINDS) {
    const band = at(bands[kind], `$.bands.${kind}`);
    if (band) bands[kind] = band;
  }
  bands.detail = bands.detail.map((band, i) => change(band, `$.bands.detail[${i}]`));
  const groups = template.groups.map((group, i) => {
    const header = at(group.header, `$.groups[${i}].header`);
    const footer = at(group.footer, `$.groups[${i}].footer`);
    return { ...group, ...(header && { header }), ...(footer && { footer }) };
  });
  return { ...template, bands, groups };
}

export function updateBand(template: Template, path: string, change: Partial<Band>): Template {
  return mapBands(template, (band, at) => (at === path ? withoutEmpty({ ...band, ...change }) : band));
}

const HEIGHTS: Partial<Record<BandKind, number>> = { title: 60, detail: 20, summary: 60, background: 200 };

/** The template with an empty band more. A band that is there already stays as it is. */
export function addBand(template: Template, path: string): Template {
  if (findBand(template, path)) return template;
  const side = /^\$\.groups\[(\d+)\]\.(header|footer)$/.exec(path);
  if (side) {
    const groups = template.groups.map((group, i) =>
      i === Number(side[1]) ? { ...group, [side[2] as string]: emptyBand(24) } : group,
    );
    return { ...template, groups };
  }
  if (path.startsWith('$.bands.detail')) {
    return { ...template, bands: { ...template.bands, detail: [...template.bands.detail, emptyBand(20)] } };
  }
  const kind = path.slice('$.bands.'.length) as SingleKind;
  return { ...template, bands: { ...template.bands, [kind]: emptyBand(HEIGHTS[kind] ?? 24) } };
}

export function removeBand(template: Template, path: string): Template {
  const side = /^\$\.groups\[(\d+)\]\.(header|footer)$/.exec(path);
  if (side) {
    const groups = template.groups.map((group, i) => {
      if (i !== Number(side[1])) return group;
      const { [side[2] as 'header' | 'footer']: _, ...rest } = group;
      return rest;
    });
    return { ...template, groups };
  }
  const detail = /^\$\.bands\.detail\[(\d+)\]$/.exec(path);
  if (detail) {
    const left = template.bands.detail.filter((_, i) => i !== Number(detail[1]));
    return { ...template, bands: { ...template.bands, detail: left } };
  }
  const { [path.slice('$.bands.'.length) as SingleKind]: _, ...bands } = template.bands;
  return { ...template, bands: bands as Bands };
}

/** Paths of the bands that the template could still have. */
export function missingBands(template: Template): string[] {
  const paths = [
    ...SINGLE_KINDS.map((kind) => `$.bands.${kind}`),
    ...template.groups.flatMap((_, i) => [`$.groups[${i}].header`, `$.groups[${i}].footer`]),
  ];
  return [...paths.filter((path) => !findBand(template, path)), '$.bands.detail'];
}

function emptyBand(height: number): Band {
  return { height, elements: [] };
}

/** Members that were set to undefined are taken out, as JSON has it. */
export function withoutEmpty<Value extends object>(value: Value): Value {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Value;
}
