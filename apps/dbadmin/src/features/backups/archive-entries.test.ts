import { expect, test } from '@jest/globals';
import { readEntries, schemaOf } from './archive-entries.ts';

const ROLES = ['postgres', 'low', 'the low', 'trailing '];
const only = (line: string) => readEntries(`; a comment\n${line}\n`, ROLES)[0]!;

test.each([
  ['7; 2615 17436 SCHEMA - s low', 'low', true, 'groundwork'],
  ['2; 3079 16392 EXTENSION - postgis ', null, true, 'groundwork'],
  ['4304; 0 0 COMMENT - EXTENSION postgis ', null, true, 'definitions'],
  ['224; 1259 17452 TABLE public my postgres table low', 'low', false, 'definitions'],
  ['4294; 0 17458 TABLE DATA public y low', 'low', false, 'rows'],
  ['4310; 0 0 SEQUENCE SET public y_id_seq low', 'low', false, 'rows'],
  ['4307; 0 0 ACL public TABLE p low', 'low', true, 'privileges'],
  ['2932; 826 17458 DEFAULT ACL s DEFAULT PRIVILEGES FOR TABLES low', 'low', true, 'privileges'],
  ['4291; 0 17448 MATERIALIZED VIEW DATA public mv low', 'low', false, 'refreshes'],
  ['4290; 3466 17460 EVENT TRIGGER - e postgres', 'postgres', true, 'event triggers'],
])('restores %s in its phase, with the rights of its owner', (line, owner, isAdministrative, phase) => {
  expect(only(line)).toMatchObject({ line, owner, isAdministrative, phase });
});

test.each([
  ['a schema called ACL', '9; 2604 17481 DEFAULT ACL x a low'],
  ['a schema called DATA', '9; 1259 17481 TABLE DATA x low'],
  ['a schema called CLASS', '9; 2617 17481 OPERATOR CLASS + low'],
  ['a schema called EXTENSION', '9; 0 0 COMMENT EXTENSION TABLE x low'],
  ['a name that ends in a space', '9; 1259 17481 TABLE public x  low'],
  ['an owner whose name ends in a space', '9; 1259 17481 TABLE public x trailing '],
])('%s does not make the administrator the owner of another role’s object', (_what, line) => {
  expect(only(line)).toMatchObject({ isAdministrative: false, data: null, phase: 'definitions' });
});

test.each([
  ['9; 1259 17481 TABLE public x gone', 'The server has no role that owns "TABLE public x gone"'],
  ['9; 1259 17481 TABLE public x the low', 'may be low or the low'],
])('refuses %s, whose owner is ambiguous', (line, sentence) => {
  expect(() => only(line)).toThrow(sentence);
});

test('definitions after the first rows are restored with the rows, and schemas are found at their position', () => {
  const [first, , last] = readEntries(
    ['1; 1259 1 TABLE s b low', '2; 0 1 TABLE DATA s b low', '3; 2606 2 CONSTRAINT s A t pkey low'].join(
      '\n',
    ),
    ROLES,
  );
  expect([first!.phase, last!.phase]).toEqual(['definitions', 'rows']);
  expect([first, last].map((entry) => schemaOf(entry!, ['t', 'A', 's']))).toEqual(['s', 's']);
});

test('an entry lists its dependencies, and a name that looks like such a line does not', () => {
  const [table, index, last] = readEntries(
    [
      '1; 1259 1 TABLE s b low',
      '2; 1259 2 INDEX s i low',
      ';\tdepends on: 1 14',
      '3; 1259 3 TABLE s ;\tdepends on: 1 low',
    ].join('\n'),
    ROLES,
  );
  expect([table, index, last].map((entry) => entry!.dependsOn)).toEqual([[], ['1', '14'], []]);
  expect(index).toMatchObject({ id: '2', what: 'INDEX s i' });
});
