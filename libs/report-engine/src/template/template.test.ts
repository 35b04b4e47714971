import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { checkTemplate, templateSchema } from './check-template.ts';
import type { Template } from './types.ts';

interface Shape {
  properties: Record<string, unknown>;
  required?: string[];
}

function template(changes: Partial<Template> = {}): Template {
  return {
    version: 1,
    title: 'Places',
    page: { size: 'A4', orientation: 'portrait', margins: { top: 30, right: 20, bottom: 30, left: 20 } },
    parameters: [{ name: 'country', type: 'text' }],
    datasets: [
      {
        name: 'main',
        sql: 'select name, population from places where $X{EQUAL, country, country}',
        fields: [
          { name: 'name', type: 'text' },
          { name: 'population', type: 'integer' },
        ],
      },
    ],
    groups: [{ name: 'letter', expression: 'LEFT($F{name}, 1)' }],
    variables: [
      { name: 'total', type: 'integer', calculation: 'sum', expression: '$F{population}', reset: 'report' },
    ],
    styles: [{ name: 'base', size: 9 }],
    bands: {
      detail: [
        {
          height: 20,
          elements: [
            {
              id: 'a',
              kind: 'field',
              x: 0,
              y: 0,
              width: 100,
              height: 20,
              expression: '$F{name}',
              style: 'base',
            },
          ],
        },
      ],
    },
    ...changes,
  };
}

function findingsOf(json: unknown): string[] {
  return checkTemplate(json).findings.map(({ level, path, message }) => `${level} ${path} ${message}`);
}

test('the types and the schema have the same members, and the same of them are required', () => {
  const source = readFileSync(new URL('./types.ts', import.meta.url), 'utf8');
  const interfaces = new Map(
    [...source.matchAll(/^export interface (\w+)(?: extends ([\w, ]+))? \{\n([\s\S]*?)^\}/gm)].map(
      ([, name = '', parents = '', body = '']) => [
        name,
        { parents: parents.split(', ').filter(Boolean), body },
      ],
    ),
  );
  const membersOf = (name: string): { name: string; required: boolean }[] => {
    const { parents = [], body = '' } = interfaces.get(name) ?? {};
    // Prettier indents the members of an interface by two blanks, and those of objects within them by four.
    const own = [...body.matchAll(/^ {2}(\w+)(\?)?:/gm)].map(([, member = '', mark]) => ({
      name: member,
      required: !mark,
    }));
    return [...parents.flatMap(membersOf), ...own];
  };
  const shapes: Record<string, Shape> = {
    ...(templateSchema['$defs'] as Record<string, Shape>),
    Template: templateSchema as unknown as Shape,
  };
  const described = [...interfaces.keys()].filter(
    (name) => !['TextStyle', 'BoxStyle', 'ElementBase'].includes(name),
  );
  for (const name of described) {
    const members = membersOf(name);
    expect({ name, members: Object.keys(shapes[name]?.properties ?? {}).sort() }).toEqual({
      name,
      members: members.map((member) => member.name).sort(),
    });
    expect({ name, required: [...(shapes[name]?.required ?? [])].sort() }).toEqual({
      name,
      required: members
        .filter(({ required }) => required)
        .map((member) => member.name)
        .sort(),
    });
  }
});

test('a sound template has no findings', () => {
  expect(checkTemplate(template())).toEqual({ template: template(), findings: [] });
});

const band = template().bands.detail[0];
const field = band?.elements[0];
const series = { value: '1', moreSeries: [{ value: '$F{name}' }] };

test.each<[string, unknown, string[]]>([
  ['null', null, ['error $.version The template needs a version from 1 to 1.']],
  [
    'a later version',
    { ...template(), version: 2 },
    ['error $.version The template needs a version from 1 to 1.'],
  ],
  ['a missing title', { ...template(), title: undefined }, ['error $ title is missing.']],
  [
    'an unknown property',
    { ...template(), grops: [] },
    ['error $.grops There is no property grops here. Did you mean groups?'],
  ],
  [
    'an unknown kind of element',
    template({ bands: { detail: [{ height: 9, elements: [{ ...field, kind: 'crosstab' } as never] }] } }),
    ['error $.bands.detail[0].elements[0] There is no element of this kind.'],
  ],
  [
    'a height that is a text',
    template({ bands: { detail: [{ height: '9', elements: [] } as never] } }),
    ['error $.bands.detail[0].height Must be of type number.'],
  ],
  [
    'an unknown field',
    template({ groups: [{ name: 'g', expression: '$F{nam}' }] }),
    ['error $.groups[0].expression There is no field nam. Did you mean name?'],
  ],
  [
    'two elements of one id',
    template({ bands: { detail: [{ height: 20, elements: [field, field] as never }] } }),
    ['error $.bands.detail[0].elements[1].id The id a is used twice.'],
  ],
  [
    'a style that does not exist',
    template({ bands: { detail: [{ height: 20, elements: [{ ...field, style: 'bass' }] as never }] } }),
    ['error $.bands.detail[0].elements[0].style There is no style bass. Did you mean base?'],
  ],
  [
    'a later series of a chart that is a text',
    template({
      bands: {
        detail: [],
        summary: {
          height: 50,
          elements: [{ id: 'c', kind: 'chart', chart: 'bar', x: 0, y: 0, width: 50, height: 50, ...series }],
        },
      },
    }),
    ['error $.bands.summary.elements[0].moreSeries[0].value The value must be number, but is text.'],
  ],
  [
    'styles in a circle',
    template({
      styles: [
        { name: 'base', parent: 'b' },
        { name: 'b', parent: 'base' },
      ],
    }),
    ['error $.styles[0].parent Styles inherit from each other in a circle: base, b, base.'],
  ],
  [
    'a circle of parameters',
    template({
      parameters: [
        { name: 'country', type: 'text', depends_on: ['b'] },
        { name: 'b', type: 'text', depends_on: ['c'] },
        { name: 'c', type: 'text', depends_on: ['country'] },
      ],
    }),
    ['error $.parameters[0].depends_on Parameters depend on each other in a circle: country, b, c, country.'],
  ],
  [
    'a lookup with a name that it does not depend on',
    template({
      parameters: [
        { name: 'country', type: 'text' },
        { name: 'city', type: 'text', source: { sql: 'select :country' } },
      ],
    }),
    ['error $.parameters[1].source.sql The lookup uses country, which depends_on does not list.'],
  ],
  [
    'a reset to a group that does not exist',
    template({
      variables: [{ name: 'v', type: 'integer', calculation: 'count', reset: { group: 'lettr' } }],
    }),
    ['error $.variables[0].reset.group There is no group lettr. Did you mean letter?'],
  ],
  [
    'two statements',
    template({
      datasets: [{ name: 'main', sql: 'select 1; select 2', fields: template().datasets[0]?.fields ?? [] }],
    }),
    ['error $.datasets[0].sql Only one statement is allowed.'],
  ],
  [
    'a map in the page header',
    template({
      bands: {
        ...template().bands,
        pageHeader: {
          height: 50,
          elements: [{ id: 'm', kind: 'map', x: 0, y: 0, width: 50, height: 50, geometry: 'null' }],
        },
      },
    }),
    [
      'error $.bands.pageHeader.elements[0] A map cannot be in the band pageHeader. Move it to the title, a group, the detail or the summary.',
    ],
  ],
  [
    'an element that is too wide',
    template({ bands: { detail: [{ height: 20, elements: [{ ...field, width: 600 }] as never }] } }),
    ['warning $.bands.detail[0].elements[0] The element is wider than the room around it.'],
  ],
  [
    'a band that must not be split and is higher than the page',
    template({ bands: { detail: [{ height: 900, split: 'prevent', elements: [] }] } }),
    [
      'error $.bands.detail[0].height The band is 900 points high and must not be split, but the page has room for 782.',
    ],
  ],
  [
    'a system name',
    template({
      parameters: [
        { name: 'country', type: 'text' },
        { name: 'REPORT_LOCALE', type: 'text' },
      ],
    }),
    ['error $.parameters[1].name The name REPORT_LOCALE belongs to the system.'],
  ],
])('checkTemplate reports %s with its place', (_name, json, findings) => {
  expect(findingsOf(json)).toEqual(findings);
});

test('a finding in an expression has the element and the part to underline', () => {
  const json = template({
    bands: { detail: [{ height: 20, elements: [{ ...field, expression: '"a" + $F{nme}' }] as never }] },
  });
  expect(checkTemplate(json).findings).toEqual([
    {
      level: 'error',
      path: '$.bands.detail[0].elements[0].expression',
      message: 'There is no field nme. Did you mean name?',
      element: 'a',
      start: 6,
      end: 13,
    },
  ]);
});

test('a template that is too deep or too large is refused before it is read', () => {
  let deep: unknown = {};
  for (let i = 0; i < 5_000; i += 1) deep = { deep };
  expect(findingsOf(deep)).toEqual(['error $ The template is nested more than 100 levels deep.']);
  expect(findingsOf({ title: 'x'.repeat(3_000_000) })).toEqual([
    'error $ The template is larger than 2 MiB. Put pictures into files of the report.',
  ]);
});
