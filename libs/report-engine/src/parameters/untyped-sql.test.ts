import { expect, test } from '@jest/globals';
import type { Value } from '../values/types.ts';
import { compileSql, namesInStatement } from './compile-sql.ts';

function compile(sql: string, values: Record<string, Value>, offset = 0) {
  const parameters = namesInStatement(sql).map(({ name }) => ({ name, type: 'text' as const }));
  return compileSql(sql, { parameters, values, named: true, untyped: true, offset });
}

test.each<[string, Record<string, Value>, string, unknown[]]>([
  ['a = :x', { x: '1' }, 'a = $1', ['1']],
  ['a = :x OR b = :x', { x: '1' }, 'a = $1 OR b = $1', ['1']],
  ['a = ANY (:x)', { x: ['1', '2'] }, 'a = ANY ($1)', [['1', '2']]],
  ['a IN (:x)', { x: ['1', '2'] }, 'a IN ($1, $2)', ['1', '2']],
  ['a in( :x ) AND b IN (:x)', { x: ['1'] }, 'a in( $1 ) AND b IN ($1)', ['1']],
  ['a IN (:x) OR b = ANY(:x)', { x: ['1', '2'] }, 'a IN ($1, $2) OR b = ANY($3)', ['1', '2', ['1', '2']]],
  ['a IN (:x)', { x: '1' }, 'a IN ($1)', ['1']],
  [':x IS NULL OR a = :x', { x: '1' }, '$1::text IS NULL OR a = $2', ['1', '1']],
  ["a = ':x' AND b::text = :x", { x: '1' }, "a = ':x' AND b::text = $1", ['1']],
])('an untyped statement binds each value of %s once for each kind of place', (sql, values, text, binds) => {
  expect(compile(sql, values)).toEqual({ text, values: binds });
});

test('an untyped statement goes on after the values of the one around it', () => {
  expect(compile('a = :x AND b IN (:y)', { x: '1', y: ['2', '3'] }, 4).text).toBe('a = $5 AND b IN ($6, $7)');
});

test('the names in a statement are optional where only a condition that may be left out has them', () => {
  expect(namesInStatement('a = :x AND $X{IN, b, y} AND $X{IN, c, x} -- :z')).toEqual([
    { name: 'x', isOptional: false },
    { name: 'y', isOptional: true },
  ]);
});
