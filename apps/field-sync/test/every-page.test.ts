import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { loadContract } from '@cairn/contracts';
import { contractRoutes } from '@cairn/testing';
import { dataOf, isOfKind, kindsOf, PAGE_ATTRIBUTES } from './page-attributes.ts';
import { readPage } from './read-page.ts';
import type { PageElement, ReadPage } from './read-page.ts';
import { startSamplePages } from './sample-pages.ts';

let samples: Awaited<ReturnType<typeof startSamplePages>>;
beforeAll(async () => {
  samples = await startSamplePages();
});
afterAll(() => samples.close());

const open = (page: string) => readPage(samples.app, samples.ada, withIds(page));

function withIds(page: string): string {
  const { forest, waiting, targetId } = samples;
  const ids = { FOREST: forest, WAITING: waiting, TARGET: targetId };
  return Object.entries(ids).reduce((text, [name, id]) => text.replace(name, String(id)), page);
}

test.each(PAGE_ATTRIBUTES)('GET /admin/%s has %s with its attributes', async (page, element, attributes) => {
  const [, tag = '', mark = ''] = /^(\w*)\[data-([a-z-]+)\]$/.exec(element)!;
  const kinds = kindsOf(attributes);
  const names = Object.keys(kinds);
  const found = (await open(`/admin/${page}`)).withAttribute(`data-${mark}`);
  expect(found.length).toBeGreaterThan(0);
  for (const each of found) {
    if (tag !== '') expect(each.name).toBe(tag);
    const values = dataOf(each, mark, names);
    expect(Object.keys(values).toSorted()).toEqual(names.toSorted());
    expect(Object.entries(values).filter(([name, value]) => !isOfKind(kinds[name]!, value))).toEqual([]);
  }
});

/** On pages of people who may not change them; `readable-pages.test.ts` has those. */
const FOR_READERS = 'data-who-may';
const pages = contractRoutes('field-sync').filter(({ isPage }) => isPage);

test('the contract names the attributes that the pages have, and no others', () => {
  const readOf = (page: string) =>
    PAGE_ATTRIBUTES.filter(([each]) => page === '' || each.split('?')[0] === page).flatMap(
      ([, element, attributes]) => [
        ...element.match(/data-[a-z-]+/g)!,
        ...Object.keys(kindsOf(attributes)).map((name) => `data-${name}`),
      ],
    );
  const documented = pages.map(({ path, operation }) => ({
    page: path.replace('/admin/', ''),
    names: (operation.description?.match(/data-[a-z\d-]*[a-z\d]/g) ?? []).filter(
      (name) => name !== FOR_READERS,
    ),
  }));
  for (const { page, names } of documented)
    expect([page, readOf(page)]).toEqual([page, expect.arrayContaining(names)]);
  const all = new Set(documented.flatMap(({ names }) => names));
  expect([...all].toSorted()).toEqual([...new Set(readOf(''))].toSorted());
});

const SETTINGS = '/admin/project_settings.php';
const TABS = [
  'synchronize',
  'frequency',
  'files',
  'runs',
  'history',
  'map',
  'conflicts',
  'edits',
  'plans',
  'project',
];
/** Queries of pages that need one or show more with one; with `id=0` the form of a new entry. */
const QUERIES: Record<string, string[]> = {
  [SETTINGS]: [...TABS.map((tab) => `?id=FOREST&tab=${tab}`), '?id=WAITING&tab=edits', '?id=0'],
  '/admin/svc_log.php': ['?id=FOREST'],
  '/admin/edit_excludes.php': ['?id=TARGET'],
  '/admin/rsyncs.php': ['', '?id=0', '?id=0&type=local', '?id=TARGET'],
  '/admin/data.php': ['?id=FOREST'],
  '/admin/table.php': ['?id=FOREST', '?id=FOREST&table=trees&sort=fid'],
  '/admin/table_whole.php': ['?id=FOREST&table=trees'],
};
for (const list of ['servers', 'databases', 'gstores', 'geonodes', 'users', 'groups'])
  QUERIES[`/admin/${list}.php`] = ['', '?id=0', '?id=1'];
const addresses = pages.flatMap(({ path }) => (QUERIES[path] ?? ['']).map((query) => path + query));

test.each(addresses)('GET %s is complete without scripts', async (address) => {
  const page = await open(address);
  expect(page.status).toBe(200);
  const textsOf = (name: string) =>
    page.elements.filter((each) => each.name === name).map(({ text }) => text.trim());
  expect(textsOf('title')).toEqual([expect.stringMatching(/^[^·]+ · /)]);
  expect(textsOf('h1')).toEqual([expect.stringMatching(/./)]);
  const ids = page.withAttribute('id').map(({ attributes }) => attributes.id);
  expect(ids).toEqual([...new Set(ids)]);
  expect(unlabelled(page)).toEqual([]);
  expect(unknownForms(page)).toEqual([]);
});

test('each link of the pages leads somewhere', async () => {
  const from = new Map<string, string>();
  for (const address of addresses)
    for (const link of linksOf(await open(address))) if (!from.has(link)) from.set(link, address);
  const broken: string[] = [];
  for (const [link, address] of from) {
    const { status } = await open(link);
    if (status >= 400) broken.push(`${address} leads to ${link}, which is ${status}`);
  }
  expect(broken).toEqual([]);
  expect([...from.keys()].some((link) => link.includes('gpkg='))).toBe(true);
});

/** Fields and buttons of a page that have no name. */
function unlabelled({ elements }: ReadPage): string[] {
  const labelled = new Set(
    elements
      .filter(({ name, text }) => name === 'label' && text.trim() !== '')
      .map(({ attributes }) => attributes.for),
  );
  const isNamed = ({ name, attributes, text, parents }: PageElement) =>
    name === 'button'
      ? text.trim() !== ''
      : labelled.has(attributes.id) || parents.some((parent) => parent.name === 'label');
  return elements
    .filter(({ name, attributes }) =>
      name === 'input' ? attributes.type !== 'hidden' : ['select', 'textarea', 'button'].includes(name),
    )
    .filter((each) => !isNamed(each))
    .map(({ name, attributes }) => `${name} ${attributes.name}`);
}

/** Forms of a page whose action, or one of whose fields, is not in the contract. */
function unknownForms(page: ReadPage): string[] {
  return page.elements
    .filter(({ name }) => name === 'form')
    .flatMap((form) => {
      const { method = 'get', action = '' } = form.attributes;
      const fields = page.elements.filter(
        ({ attributes, parents }) => parents.includes(form) && attributes.name !== undefined,
      );
      const path = pathOf(page, action).split('?')[0]!;
      const known = fieldsOf(path, method);
      if (!known) return [`${method} ${action}`];
      const names = new Set(fields.map(({ attributes }) => attributes.name!));
      return [...names].filter((name) => !known.includes(name)).map((name) => `${name} of ${action}`);
    });
}

/** Names of the fields that an operation takes; null where there is no such operation. */
function fieldsOf(path: string, method: string): string[] | null {
  const contract = loadContract('field-sync');
  const operation = contract.paths[path]?.[method as 'get' | 'post'];
  if (!operation) return null;
  if (method === 'get') return (operation.parameters ?? []).map((each) => ('name' in each ? each.name : ''));
  const { content } = operation.requestBody as { content: Record<string, { schema: { $ref: string } }> };
  const { $ref } = content['application/x-www-form-urlencoded']!.schema;
  const schemas = contract.components!.schemas as Record<string, { properties: object }>;
  return Object.keys(schemas[$ref.split('/').at(-1)!]!.properties);
}

/** Below the service, of an address in a page. */
function pathOf({ elements }: ReadPage, address: string): string {
  const base = elements.find(({ name }) => name === 'base')?.attributes.href ?? '/';
  const { pathname, search } = new URL(address, new URL(base, 'http://service'));
  return (pathname.startsWith(base) ? pathname.slice(base.length - 1) : `outside ${pathname}`) + search;
}

/** Links of a page that stay in the service, and change nothing. */
function linksOf(page: ReadPage): string[] {
  return page.elements
    .filter(({ name, attributes }) => name === 'a' && attributes.href !== undefined)
    .map(({ attributes }) => pathOf(page, attributes.href!))
    .filter((path) => path.startsWith('/') && path !== '/logout.php' && !path.includes('clean=true'));
}
