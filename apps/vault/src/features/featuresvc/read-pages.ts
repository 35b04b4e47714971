import { EsriFormatError, readJsonPage, readPbfPage } from '@cairn/geo';
import type { EsriPage } from '@cairn/geo';
import { OutboundError } from '@cairn/service';
import { cutAnswer, ServiceError } from './errors.ts';
import type { Parameters, ServiceClient } from './service-client.ts';
import type { ServiceLayer } from './types.ts';

/** Sizes that are tried when a service cannot answer a larger page. */
const SMALLER = [1000, 500, 100, 50, 10, 1];
const MAX_PAGE = 10_000;
const DEFAULT_PAGE = 1_000;
/** Pages without features that are followed because the service says that it has more. */
const MAX_EMPTY_PAGES = 1_000;
/** Attempts for an answer that is cut within its content. */
const CUT_TRIES = 5;
/** Below this share of used object ids, ranges of them would be mostly empty. */
const MIN_DENSITY = 0.1;

/** What was received before: the reading continues behind it. */
export interface Position {
  rows: number;
  /** The largest object id of the loaded rows; null before the first. */
  lastId: number | null;
}

export interface PageRequest {
  layer: ServiceLayer;
  /** The coordinate system to send, or null for a table. */
  wkid: number | null;
  /** As the service counts them. */
  expected: number;
  from: Position;
}

/** The service does not page as it says. */
class PagingIgnored extends Error {}

/**
 * The pages of a layer, in the order of the object ids where the service can order by them: by offset, else by ranges of object ids,
 * else by lists of them. A page that is too heavy for the service is requested in smaller parts. Only one page is in memory, besides
 * the next, which is requested while this one is used.
 */
export function readPages(client: ServiceClient, request: PageRequest): AsyncGenerator<EsriPage> {
  return ahead(choosePages(client, request));
}

async function* choosePages(client: ServiceClient, request: PageRequest): AsyncGenerator<EsriPage> {
  const { layer } = request;
  const fetchPage = createPageReader(client, request);
  const position = { ...request.from };
  if (layer.supportsPagination) {
    try {
      yield* track(position, layer, pagesByOffset(fetchPage, { ...request, from: { ...position } }));
      return;
    } catch (error) {
      const isRefused =
        error instanceof ServiceError && error.status === 400 && position.rows === request.from.rows;
      if (!(error instanceof PagingIgnored) && !isRefused) throw error;
    }
  }
  if (layer.objectIdField === null) {
    // Nothing tells its features apart: one answer has to hold them all.
    if (position.rows === 0) yield await fetchPage.once({ where: '1=1' });
    return;
  }
  const range = layer.hasHashedIds || !layer.supportsStatistics ? null : await readIdRange(client, layer);
  if (range && request.expected >= (range.max - range.min + 1) * MIN_DENSITY) {
    yield* pagesByRange(fetchPage, { layer, range, from: position });
    return;
  }
  yield* pagesByIds(client, fetchPage, { layer, from: position });
}

/** Requests the next page while the present one is used. */
async function* ahead(pages: AsyncGenerator<EsriPage>): AsyncGenerator<EsriPage> {
  let next = pages.next();
  try {
    for (;;) {
      const { value, done } = await next;
      if (done) return;
      next = pages.next();
      // It is awaited after the caller is done with the present page.
      next.catch(() => undefined);
      yield value;
    }
  } finally {
    void pages.return(undefined).catch(() => undefined);
  }
}

async function* track(
  position: Position,
  layer: ServiceLayer,
  pages: AsyncGenerator<EsriPage>,
): AsyncGenerator<EsriPage> {
  for await (const page of pages) {
    yield page;
    position.rows += page.features.length;
    position.lastId = lastIdOf(page, layer) ?? position.lastId;
  }
}

async function* pagesByOffset(
  fetchPage: PageReader,
  { layer, expected, from }: PageRequest,
): AsyncGenerator<EsriPage> {
  const { objectIdField, hasHashedIds } = layer;
  const isOrdered = objectIdField !== null && !hasHashedIds;
  // Behind the largest id, rather than at an offset that moves when features before it are deleted.
  const continues = isOrdered && from.lastId !== null;
  const where = continues ? `${objectIdField} > ${from.lastId}` : '1=1';
  const order = isOrdered ? objectIdField : layer.uniqueIdFields.join(',');
  let offset = continues ? 0 : from.rows;
  let received = from.rows;
  let lastId = from.lastId ?? -Infinity;
  for (let empty = 0; empty <= MAX_EMPTY_PAGES;) {
    const { page, size } = await fetchPage({
      where,
      ...(order ? { orderByFields: order } : {}),
      resultOffset: offset,
    });
    const count = page.features.length;
    if (isOrdered && count > 0) lastId = requireAscending(page, objectIdField, lastId);
    received += count;
    offset += count === 0 ? size : count;
    empty = count === 0 ? empty + 1 : 0;
    if (count > 0) yield page;
    if (!page.exceeded && (count === 0 || received >= expected)) return;
  }
  throw new PagingIgnored('the service sends empty pages only');
}

async function* pagesByRange(
  fetchPage: PageReader,
  { layer, range, from }: { layer: ServiceLayer; range: { min: number; max: number }; from: Position },
): AsyncGenerator<EsriPage> {
  const field = layer.objectIdField!;
  for (let first = from.lastId === null ? range.min : from.lastId + 1; first <= range.max;) {
    const { page, size } = await fetchPage((most) => ({
      where: `${field} >= ${first} AND ${field} < ${first + most}`,
    }));
    first += size;
    if (page.features.length > 0) yield page;
  }
}

async function* pagesByIds(
  client: ServiceClient,
  fetchPage: PageReader,
  { layer, from }: { layer: ServiceLayer; from: Position },
): AsyncGenerator<EsriPage> {
  // Not limited by the service's largest page.
  const { objectIds } = await client.json<{ objectIds?: number[] | null }>(`/${layer.id}/query`, {
    where: '1=1',
    returnIdsOnly: true,
  });
  const ids = (objectIds ?? []).filter(Number.isSafeInteger).toSorted((a, b) => a - b);
  const after = from.lastId ?? -Infinity;
  for (let at = ids.findIndex((id) => id > after); at >= 0 && at < ids.length;) {
    const start = at;
    const { page, size } = await fetchPage((most) => ({
      objectIds: ids.slice(start, start + most).join(','),
    }));
    at += size;
    if (page.features.length > 0) yield sorted(page, layer.objectIdField!);
  }
}

type PageQuery = Parameters | ((size: number) => Parameters);

interface PageReader {
  /** One page, and the number of features that was requested. */
  (query: PageQuery): Promise<{ page: EsriPage; size: number }>;
  /** What the service sends without any limit of ours. */
  once(query: Parameters): Promise<EsriPage>;
}

function createPageReader(client: ServiceClient, { layer, wkid }: PageRequest): PageReader {
  const isExact = layer.fields.some(({ type }) => type === 'esriFieldTypeBigInteger');
  // A pbf has numbers beyond 2^53 rounded by its reader; such a layer is read as JSON.
  let format = layer.supportsPbf && !isExact ? 'pbf' : layer.supportsJson ? 'json' : 'geojson';
  let size = Math.max(1, Math.min(layer.maxRecordCount ?? DEFAULT_PAGE, MAX_PAGE));
  const { kind, hasZ, hasM, geometryType } = layer;

  async function fetch(query: Parameters): Promise<EsriPage> {
    for (let tries = 1; ; tries += 1) {
      const { bytes, isPbf } = await client.page(layer.id, {
        ...query,
        outFields: '*',
        returnGeometry: geometryType !== null,
        ...(hasZ ? { returnZ: true } : {}),
        ...(hasM ? { returnM: true } : {}),
        returnTrueCurves: false,
        ...(wkid === null ? {} : { outSR: wkid }),
        f: format,
      });
      try {
        if (isPbf) return readPbfPage(bytes, { kind, hasZ, hasM });
        return readJsonPage(bytes.toString(), { kind, hasZ, hasM, exact: isExact });
      } catch (error) {
        if (error instanceof EsriFormatError && isPbf && layer.supportsJson && format === 'pbf')
          format = 'json';
        else if (error instanceof EsriFormatError) throw new ServiceError(200, 'bad_features', error.message);
        else if (!(error instanceof SyntaxError)) throw error;
        else if (tries === CUT_TRIES) throw cutAnswer(client.address.url.host);
      }
    }
  }

  async function fetchPage(query: PageQuery): Promise<{ page: EsriPage; size: number }> {
    for (;;) {
      const isSized = typeof query === 'function';
      const parameters = isSized ? query(size) : { ...query, resultRecordCount: size };
      const smaller = SMALLER.find((each) => each < size);
      try {
        const page = await fetch(parameters);
        // A list or range of ids has no next page: what the service leaves out must be requested again, in smaller parts.
        if (!isSized || !page.exceeded) return { page, size };
        if (smaller === undefined) return { page, size };
      } catch (error) {
        if (!isTooHeavy(error) || smaller === undefined) throw error;
      }
      size = smaller;
    }
  }
  return Object.assign(fetchPage, { once: fetch });
}

function isTooHeavy(error: unknown): boolean {
  if (error instanceof OutboundError) return error.reason === 'too_large' || error.reason === 'late';
  return error instanceof ServiceError && (error.status === 500 || error.status === 504);
}

async function readIdRange(
  client: ServiceClient,
  { id, objectIdField }: ServiceLayer,
): Promise<{ min: number; max: number } | null> {
  const statistic = (type: string) => ({
    statisticType: type,
    onStatisticField: objectIdField,
    outStatisticFieldName: `${type}_id`,
  });
  const answer = await client
    .json<{ features?: { attributes?: Record<string, unknown> }[] }>(`/${id}/query`, {
      where: '1=1',
      outStatistics: JSON.stringify([statistic('min'), statistic('max')]),
    })
    .catch((error: unknown) => {
      if (error instanceof ServiceError) return null;
      throw error;
    });
  const found = Object.fromEntries(
    Object.entries(answer?.features?.[0]?.attributes ?? {}).map(([name, value]) => [
      name.toLowerCase(),
      value,
    ]),
  );
  const [min, max] = [found['min_id'], found['max_id']];
  return Number.isSafeInteger(min) && Number.isSafeInteger(max)
    ? { min: Number(min), max: Number(max) }
    : null;
}

/** The largest id of a page whose ids follow each other and those before. @throws {PagingIgnored} for others. */
function requireAscending(page: EsriPage, field: string, after: number): number {
  let last = after;
  for (const { attributes } of page.features) {
    const id = Number(attributes[field]);
    if (!(id > last)) throw new PagingIgnored('the service ignores the order or the offset');
    last = id;
  }
  return last;
}

function lastIdOf(page: EsriPage, { objectIdField }: ServiceLayer): number | null {
  const last = page.features.at(-1)?.attributes[objectIdField ?? ''];
  return last === undefined || last === null ? null : Number(last);
}

function sorted(page: EsriPage, field: string): EsriPage {
  const features = page.features.toSorted(
    (a, b) => Number(a.attributes[field]) - Number(b.attributes[field]),
  );
  return { ...page, features };
}
