import { expect, test } from '@jest/globals';
import type { Element, Template } from '@cairn/report-engine/browser';
import { alignElements } from './align.ts';
import { addBand, listLanes, removeBand, updateBand } from './bands.ts';
import { compareTemplates } from './differences.ts';
import { dragToMove, dragToResize } from './drag.ts';
import {
  copyElements,
  findElement,
  insertElements,
  moveElements,
  moveToBand,
  removeElements,
} from './elements.ts';
import { textOfExpression } from './expression-text.ts';
import { columnsOfSelect, valueTypeOf } from './fields.ts';
import { createHistory, record, redo, undo } from './history.ts';
import { addEntry, updateEntry } from './lists.ts';
import { newElement } from './new-element.ts';
import { optionsOfText, textOfOptions } from './options.ts';
import { selectionOfFinding } from './selection.ts';
import { changeStyle, styleOf } from './styles.ts';

const text = (id: string, x: number, y = 0, width = 50): Element => ({
  ...{ id, kind: 'text', text: id, x, y, width, height: 10 },
});
const template: Template = {
  version: 1,
  title: 'Test',
  page: { size: 'A4', orientation: 'portrait', margins: { top: 40, right: 40, bottom: 40, left: 40 } },
  parameters: [{ name: 'country', type: 'text' }],
  datasets: [
    { name: 'main', sql: 'SELECT 1 WHERE a = $P{country}', fields: [{ name: 'a', type: 'integer' }] },
  ],
  groups: [
    {
      name: 'Outer',
      expression: '$F{a}',
      header: { height: 20, elements: [] },
      footer: { height: 20, elements: [] },
    },
    {
      name: 'Inner',
      expression: '$F{a}',
      header: { height: 20, elements: [] },
      footer: { height: 20, elements: [] },
    },
  ],
  variables: [],
  styles: [
    { name: 'Base', isDefault: true, size: 9, color: '#111111' },
    { name: 'Head', bold: true, size: 12 },
    { name: 'Small head', parent: 'Head', size: 8 },
  ],
  bands: {
    title: { height: 40, elements: [text('title', 0)] },
    detail: [
      {
        height: 20,
        elements: [
          text('left', 0),
          text('right', 100, 5),
          {
            ...{ id: 'frame', kind: 'frame', x: 200, y: 0, width: 90, height: 20 },
            elements: [text('inside', 3)],
          },
        ],
      },
    ],
  },
};

test('bands are listed in the order of the page, group footers inside out', () => {
  expect(listLanes(template).map(({ path }) => path)).toEqual([
    ...['$.bands.title', '$.groups[0].header', '$.groups[1].header', '$.bands.detail[0]'],
    ...['$.groups[1].footer', '$.groups[0].footer'],
  ]);
  const more = addBand(addBand(template, '$.bands.summary'), '$.bands.detail');
  expect(listLanes(more).map(({ path }) => path)).toContain('$.bands.detail[1]');
  expect(removeBand(removeBand(more, '$.bands.summary'), '$.bands.detail[1]').bands).toEqual(template.bands);
  expect(removeBand(template, '$.groups[0].header').groups[0]?.header).toBeUndefined();
  expect(updateBand(template, '$.bands.title', { height: 7 }).bands.title?.height).toBe(7);
});

test('elements move, also within frames, but not out of the left and the top of their band', () => {
  const moved = moveElements(template, ['left', 'right'], { dx: -10, dy: 2 });
  expect(findElement(moved, 'left')?.element).toMatchObject({ x: 0, y: 2 });
  expect(findElement(moved, 'right')?.element).toMatchObject({ x: 100, y: 7 });
  const inner = moveElements(template, ['inside'], { dx: 4, dy: 0 });
  expect(findElement(inner, 'inside')).toMatchObject({ element: { x: 7 }, band: '$.bands.detail[0]' });
  expect(removeElements(template, ['frame']).bands.detail[0]?.elements).toHaveLength(2);
});

test('elements dropped on another band move there, and the band grows to hold them', () => {
  const moved = moveToBand(template, ['right', 'inside'], { path: '$.bands.title', dx: 0, dy: 40 });
  expect(moved.bands.title).toMatchObject({
    height: 55,
    elements: [{ id: 'title' }, { id: 'right', y: 45 }],
  });
  expect(findElement(moved, 'inside')?.band).toBe('$.bands.detail[0]');
});

test('copies have ids of their own, also those of what is within', () => {
  const frame = findElement(template, 'frame')?.element;
  const copies = copyElements(template, frame ? [frame] : [], 10);
  expect(copies).toMatchObject([{ id: 'frame1', x: 210, y: 10, elements: [{ id: 'text1', x: 3 }] }]);
  expect(insertElements(template, '$.bands.title', copies).bands.title?.elements).toHaveLength(2);
});

test('a new element is placed beside the last one, and on the next line where there is no room', () => {
  const band = template.bands.detail[0] ?? { height: 0, elements: [] };
  expect(newElement(template, band, { kind: 'field', expression: '$F{a}' })).toMatchObject({
    ...{ x: 295, y: 5 },
  });
  expect(newElement(template, band, { kind: 'table' })).toMatchObject({
    x: 0,
    y: 25,
    columns: [{ expression: '$F{a}' }],
  });
});

test('dragging snaps to edges of neighbours, else to the grid, and Alt lets it free', () => {
  const drag = {
    rects: [{ x: 0, y: 0, width: 50, height: 10 }],
    others: [{ x: 101, y: 0, width: 20, height: 10 }],
  };
  const room = { width: 500, height: 100 };
  expect(dragToMove({ ...drag, room, by: { x: 49, y: 0 } })).toMatchObject({ dx: 51, guides: { x: 101 } });
  expect(dragToMove({ ...drag, room, by: { x: 33, y: 0 } })).toMatchObject({ dx: 35, guides: { x: null } });
  expect(dragToMove({ ...drag, room, by: { x: 49, y: 0 }, free: true })).toMatchObject({ dx: 49 });
  expect(dragToResize('e', { ...drag, room, by: { x: 49, y: 0 } })).toMatchObject({ dx: 0, dWidth: 51 });
  expect(dragToResize('w', { ...drag, room, by: { x: -20, y: 0 } }).dx).toBeCloseTo(0);
  expect(dragToResize('e', { ...drag, room, by: { x: -300, y: 0 } })).toMatchObject({ dWidth: -48 });
});

test('elements are aligned by the box around them, and made as wide as the widest', () => {
  const wide = alignElements(template, ['left', 'frame'], 'width');
  expect(findElement(wide, 'left')?.element.width).toBe(90);
  expect(findElement(alignElements(template, ['left', 'frame'], 'right'), 'left')?.element.x).toBe(240);
});

test('undo goes back change by change, and joins changes of one name in a row', () => {
  let history = createHistory('a');
  for (const [value, joint] of [
    ['b', 'type'],
    ['c', 'type'],
    ['d', 'move'],
    ['d', null],
  ] as const)
    history = record<string>(history, value, joint);
  expect(undo(history).present).toBe('c');
  expect(undo(undo(history)).present).toBe('a');
  expect(redo(undo(undo(history))).present).toBe('c');
  expect(record(undo(history), 'e').future).toEqual([]);
});

test('a finding leads to its element, its band or its entry', () => {
  const open = (path: string, element?: string) => selectionOfFinding(template, { path, element });
  expect(open('$', 'inside')).toEqual({ kind: 'elements', ids: ['inside'] });
  expect(open('$.bands.detail[0].elements[2].elements[0].text')).toEqual({
    kind: 'elements',
    ids: ['inside'],
  });
  expect(open('$.groups[1].footer.height')).toEqual({ kind: 'band', path: '$.groups[1].footer' });
  expect(open('$.parameters[0].type')).toEqual({ kind: 'parameters', index: 0 });
  expect(open('$.page')).toEqual({ kind: 'report' });
});

test('a parameter that is renamed is renamed where it is used', () => {
  const renamed = updateEntry(template, { list: 'parameters', index: 0 }, { name: 'land' });
  expect(renamed.datasets[0]?.sql).toBe('SELECT 1 WHERE a = $P{land}');
  expect(updateEntry(template, { list: 'styles', index: 1 }, { name: 'Big' }).styles[2]?.parent).toBe('Big');
  expect(addEntry(template, 'parameters', { name: 'country', type: 'text' }).parameters[1]?.name).toBe(
    'country2',
  );
});

test('a style is that of its parents with its own over it, and an override can be taken back', () => {
  const element = { ...text('any', 0), style: 'Small head', own: { color: '#ff0000' } };
  expect(styleOf(element, template.styles)).toMatchObject({ size: 8, bold: true, color: '#ff0000' });
  expect(
    changeStyle(
      { bold: true, border: { top: { width: 1, color: '#000000', style: 'solid' } } },
      { border: { top: undefined } as never },
    ),
  ).toEqual({ bold: true });
});

test('differences name what came, went and changed', () => {
  const moved = moveElements(removeElements(template, ['right']), ['left'], { dx: 5, dy: 0 });
  const after = addEntry({ ...moved, title: 'Other' }, 'variables', {
    ...{ name: 'sum', type: 'integer', calculation: 'sum', expression: '$F{a}', reset: 'report' },
  });
  expect(compareTemplates(template, template)).toEqual([]);
  expect(compareTemplates(template, after)).toMatchObject([
    { kind: 'report', change: 'changed', members: [{ name: 'title', from: '"Test"', to: '"Other"' }] },
    { kind: 'element', name: 'left', change: 'changed', members: [{ name: 'x', from: '0', to: '5' }] },
    { kind: 'element', name: 'right', change: 'removed' },
    { kind: 'variable', name: 'sum', change: 'added' },
  ]);
});

test('names of columns are read from a statement', () => {
  expect(columnsOfSelect('SELECT DISTINCT p.name, count(*) AS n, p."Pop Max", (a + b) total FROM p')).toEqual(
    [...['name', 'n', 'Pop Max', 'total']],
  );
  expect(columnsOfSelect("WITH x AS (SELECT a, b FROM t) SELECT a, 'x, y' AS label FROM x -- , c")).toEqual([
    ...['a', 'label'],
  ]);
  expect(columnsOfSelect('SELECT *')).toEqual([]);
  expect(valueTypeOf('public.geometry(Point,4326)')).toBe('geometry');
  expect(['int4', 'numeric(10,2)', 'timestamp with time zone', 'text[]'].map(valueTypeOf)).toEqual([
    ...['integer', 'decimal', 'instant', 'list'],
  ]);
});

test('an expression of joined texts is drawn as its text', () => {
  expect(textOfExpression('"Page " + $V{PAGE_NUMBER} + " of " + $V{TOTAL_PAGES}')).toBe(
    'Page [PAGE_NUMBER] of [TOTAL_PAGES]',
  );
  expect(textOfExpression('ROUND($F{a}, 2)')).toBe('ROUND([a], 2)');
  expect(textOfExpression('NUMBERFORMAT($V{n}, "#,##0") + " rows"')).toBe('[n] rows');
});

test('options are lines of text', () => {
  const options = optionsOfText('Germany = DE\n\nFR\n', 'enum');
  expect(options).toEqual([
    { label: 'Germany', value: 'DE' },
    { label: 'FR', value: 'FR' },
  ]);
  expect(textOfOptions(options)).toBe('Germany = DE\nFR');
  expect(optionsOfText('Two = 2', 'integer')).toEqual([{ label: 'Two', value: 2 }]);
});
