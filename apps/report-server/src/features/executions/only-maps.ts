import type { Band, Element, Template } from '@cairn/report-engine';

/** The template with its maps alone, in their bands: neither its texts and tables, nor other reports. */
export function onlyMaps(template: Template): Template {
  const { detail, ...others } = template.bands;
  const bands = Object.entries(others).map(([kind, band]) => [kind, withMaps(band)]);
  return {
    ...template,
    bands: { ...(Object.fromEntries(bands) as typeof others), detail: detail.map(withMaps) },
    groups: template.groups.map(({ header, footer, ...group }) => ({
      ...group,
      ...(header ? { header: withMaps(header) } : {}),
      ...(footer ? { footer: withMaps(footer) } : {}),
    })),
  };
}

function withMaps(band: Band): Band {
  return { ...band, elements: band.elements.flatMap(mapsOf) };
}

function mapsOf(element: Element): Element[] {
  if (element.kind === 'map') return [element];
  return element.kind === 'frame' ? element.elements.flatMap(mapsOf) : [];
}
