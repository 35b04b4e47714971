import type { PortalSchemas } from '@cairn/contracts';
import { isSafeLink } from '../cards/link.ts';
import type { Card } from '../cards/types.ts';
import type { Discovery } from '../services/discovery.ts';

export type CatalogItem = PortalSchemas['CatalogItem'];
export type CatalogSection = 'datasets' | 'maps' | 'dashboards' | 'reports';

export interface SectionedItem {
  section: CatalogSection;
  item: CatalogItem;
}

const TYPES: Record<CatalogSection, string> = {
  datasets: 'dataset',
  maps: 'map',
  dashboards: 'dashboard',
  reports: 'report',
};

/** The catalog section of a resource type: `vault_dataset` is in datasets, `map_report` in reports. */
export function sectionOf(resourceType: string | null): CatalogSection {
  const type = resourceType?.toLowerCase() ?? '';
  if (type.includes('dashboard')) return 'dashboards';
  if (type.includes('report')) return 'reports';
  if (type.includes('map')) return 'maps';
  return 'datasets';
}

/** Limits in characters, so that one service cannot fill the catalog; longer texts are shortened. */
const MAX_TITLE = 500;
const MAX_DESCRIPTION = 5_000;
const MAX_ADDRESS = 2_048;
const MAX_TAGS = 100;

function shortened<T extends string | null | undefined>(text: T, max: number): T | string {
  return text && text.length > max ? `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…` : text;
}

function tagsOf(tags: unknown[]): string[] {
  return tags
    .filter((tag) => typeof tag === 'string')
    .slice(0, MAX_TAGS)
    .map((tag) => shortened(tag, MAX_TITLE));
}

/** The items of a listing, except those without an id, a title or a safe link. */
export function discoveryToCatalogItems(service: string, discovery: Discovery): SectionedItem[] {
  return discovery.items.flatMap((raw) => {
    const id = typeof raw.id === 'number' ? String(raw.id) : textOf(raw.id);
    const title = shortened(textOf(raw.title), MAX_TITLE);
    const url = textOf(raw.url);
    if (!id || id.length > MAX_ADDRESS || !title || !url || url.length > MAX_ADDRESS) return [];
    if (!isSafeLink(url)) return [];
    const section = sectionOf(textOf(raw.resource_type) ?? discovery.resourceType);
    return [{ section, item: { id, type: TYPES[section], title, url, service, ...extrasOf(raw) } }];
  });
}

function extrasOf(raw: Record<string, unknown>): Partial<CatalogItem> {
  const description = shortened(textOf(raw.description), MAX_DESCRIPTION);
  const category = shortened(textOf(raw.category), MAX_TITLE);
  const thumbnail = textOf(raw.thumbnail);
  const updatedAt = textOf(raw.updated_at);
  const owner = shortened(textOf(raw.owner), MAX_TITLE);
  const bbox = raw.bbox;
  return {
    ...(description ? { description } : {}),
    ...(category ? { category } : {}),
    ...(Array.isArray(raw.tags) ? { tags: tagsOf(raw.tags) } : {}),
    ...(updatedAt && updatedAt.length <= MAX_TITLE ? { updated_at: updatedAt } : {}),
    ...(owner ? { owner } : {}),
    ...(thumbnail && thumbnail.length <= MAX_ADDRESS && isSafeLink(thumbnail) ? { thumbnail } : {}),
    ...(isBox(bbox) ? { bbox } : {}),
  };
}

const CARD_SECTIONS: Partial<Record<Card['cardType'], CatalogSection>> = {
  map: 'maps',
  dashboard: 'dashboards',
  report: 'reports',
  dataset: 'datasets',
};

/** Cards of the portal's own pages are navigation, not content. */
const OWN_PAGE = /^\/((services|catalog|administration|account|admin)\b.*)?$/;

/** Cards with a catalog section, except those whose resource is listed by its service. */
export function cardsToCatalogItems(cards: Card[], listed: CatalogItem[]): SectionedItem[] {
  const addresses = new Set(listed.map((item) => item.url));
  const sources = new Set(listed.map((item) => `${item.service}\n${item.id}`));
  return cards.flatMap((card) => {
    const section = CARD_SECTIONS[card.cardType];
    if (
      !section ||
      OWN_PAGE.test(card.url) ||
      addresses.has(card.url) ||
      sources.has(`${card.sourceService}\n${card.sourceResourceId}`)
    )
      return [];
    const item: CatalogItem = {
      id: `card-${card.id}`,
      type: TYPES[section],
      title: card.title,
      url: card.url,
      service: 'portal',
      ...(card.description ? { description: card.description } : {}),
      ...(card.category ? { category: card.category } : {}),
      ...(card.imageUrl ? { thumbnail: card.imageUrl } : {}),
    };
    return [{ section, item }];
  });
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function isBox(value: unknown): value is number[] {
  return Array.isArray(value) && value.length === 4 && value.every((edge) => Number.isFinite(edge));
}
