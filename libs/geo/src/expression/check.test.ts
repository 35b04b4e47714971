import { describe, expect, test } from '@jest/globals';
import { AppError } from '@cairn/service';
import { checkCondition } from './check.ts';
import { parseCondition } from './parse.ts';

const FIELDS = [
  { name: 'population', type: 'integer' },
  { name: 'Area_km2', type: 'real' },
  { name: 'name', type: 'text' },
  { name: 'capital', type: 'boolean' },
  { name: 'founded', type: 'date' },
  { name: 'seen', type: 'datetime' },
  { name: 'photo', type: 'binary' },
  { name: 'twice', type: 'text' },
  { name: 'TWICE', type: 'text' },
] as const;

const check = (condition: string) => checkCondition(parseCondition(condition), [...FIELDS]);

describe('a condition is fitted to the fields of a layer', () => {
  test.each<[string, unknown]>([
    ['POPULATION > 5', { kind: 'comparison', column: 'population', op: '>', value: 5 }],
    ['area_km2 = 5', { kind: 'comparison', column: 'Area_km2', op: '=', value: 5 }],
    ['"twice" = \'a\'', { kind: 'comparison', column: 'twice', op: '=', value: 'a' }],
    ['capital = 1', { kind: 'comparison', column: 'capital', op: '=', value: true }],
    ["founded > '2026-01-31'", { kind: 'comparison', column: 'founded', op: '>', value: '2026-01-31' }],
    [
      "founded = TIMESTAMP '2026-01-31 00:00'",
      { kind: 'comparison', column: 'founded', op: '=', value: '2026-01-31' },
    ],
    [
      "founded < TIMESTAMP '2026-01-31 06:00'",
      { kind: 'comparison', column: 'founded', op: '<', value: '2026-01-31T06:00:00.000Z' },
    ],
    [
      "seen BETWEEN DATE '2026-01-31' AND '2026-02-01 12:30:15.25+02:00'",
      { kind: 'between', column: 'seen', low: '2026-01-31T00:00:00.000Z', high: '2026-02-01T10:30:15.250Z' },
    ],
    ["founded LIKE '2026-%'", { kind: 'like', column: 'founded', pattern: '2026-%', ignoreCase: false }],
    ['photo IS NULL', { kind: 'isNull', column: 'photo' }],
    ["NOT (name IN ('a', 'b'))", { kind: 'not', part: { kind: 'in', column: 'name', values: ['a', 'b'] } }],
  ])('%s', (condition, tree) => {
    expect(check(condition)).toEqual(tree);
  });
});

describe('a condition that does not fit is refused with a sentence that says how to mend it', () => {
  test.each([
    ['popluation > 5', 'There is no field "popluation"; did you mean "population"?'],
    ['pop > 5', 'There is no field "pop"; did you mean "population"?'],
    [
      'zzzzzz > 5',
      'There is no field "zzzzzz"; there are "population", "Area_km2", "name", "capital", "founded", "seen", "photo", "twice", "TWICE".',
    ],
    [
      "Twice = 'a'",
      'The field "Twice" is spelled in several ways: "twice", "TWICE"; write one of them in double quotes.',
    ],
    [
      "population = '5'",
      'The field "population" holds whole numbers and the text \'5\' is not one of them; compare it with a value like 10.',
    ],
    [
      'name = 5',
      'The field "name" holds text and 5 is not one of them; compare it with a value like \'some text\'.',
    ],
    [
      'capital = 2',
      'The field "capital" holds TRUE or FALSE and 2 is not one of them; compare it with a value like TRUE.',
    ],
    [
      "founded = '31.1.2026'",
      "The field \"founded\" holds dates and the text '31.1.2026' is not one of them; compare it with a value like DATE '2026-01-31'.",
    ],
    [
      'seen IN (1)',
      'The field "seen" holds points in time and 1 is not one of them; compare it with a value like TIMESTAMP \'2026-01-31 12:00:00\'.',
    ],
    [
      "photo = 'a'",
      'The field "photo" holds bytes and the text \'a\' is not one of them; ask whether it IS NULL.',
    ],
    ["population LIKE '5%'", 'LIKE compares text, and the field "population" holds whole numbers.'],
  ])('%s', (condition, sentence) => {
    expect(() => check(condition)).toThrow(AppError);
    expect(() => check(condition)).toThrow(sentence);
  });
});
