import { describe, expect, test } from '@jest/globals';
import { AppError } from '@cairn/service';
import { parseCondition } from './parse.ts';
import { printCondition, randomCondition, randomNumbers } from '../../test/random-condition.ts';

const depth = (value: unknown) => ({ kind: 'comparison', column: 'depth', op: '=', value });

describe('a condition is read', () => {
  test.each<[string, unknown]>([
    ['depth = 10', depth(10)],
    ['DEPTH=-1.5e3', { ...depth(-1500), column: 'DEPTH' }],
    ['depth = + 3', depth(3)],
    ['depth = .5', depth(0.5)],
    ['depth = -0', depth(0)],
    ['depth = 9007199254740993', depth(9007199254740993n)],
    ['depth = -9223372036854775808', depth(-9223372036854775808n)],
    ['depth = 92233720368547758080', depth(92233720368547758080)],
    ["depth = 'it''s'", depth("it's")],
    ['depth = TRUE', depth(true)],
    ['depth = false', depth(false)],
    ["depth = DATE '2026-01-31'", depth('2026-01-31')],
    ["depth = timestamp '2026-01-31 12:00'", depth('2026-01-31 12:00')],
    ['10 < depth', { kind: 'comparison', column: 'depth', op: '>', value: 10 }],
    ['depth <> 1', { kind: 'comparison', column: 'depth', op: '!=', value: 1 }],
    ['"a""--" >= 1', { kind: 'comparison', column: 'a"--', op: '>=', value: 1 }],
    ['größe_2 <= 1', { kind: 'comparison', column: 'größe_2', op: '<=', value: 1 }],
    ['date = 1', { kind: 'comparison', column: 'date', op: '=', value: 1 }],
    ['depth IS NULL', { kind: 'isNull', column: 'depth' }],
    ['depth is not null', { kind: 'not', part: { kind: 'isNull', column: 'depth' } }],
    ['depth IN (1, -2)', { kind: 'in', column: 'depth', values: [1, -2] }],
    ["depth NOT IN ('a')", { kind: 'not', part: { kind: 'in', column: 'depth', values: ['a'] } }],
    ['depth BETWEEN 1 AND 2', { kind: 'between', column: 'depth', low: 1, high: 2 }],
    ["depth LIKE 'a%'", { kind: 'like', column: 'depth', pattern: 'a%', ignoreCase: false }],
    [
      "depth NOT ILIKE 'a\\%'",
      { kind: 'not', part: { kind: 'like', column: 'depth', pattern: 'a\\%', ignoreCase: true } },
    ],
    ['depth = 1 AND depth = 2 AND depth = 3', { kind: 'and', parts: [depth(1), depth(2), depth(3)] }],
    [
      'depth = 1 OR depth = 2 AND NOT depth = 3',
      {
        kind: 'or',
        parts: [depth(1), { kind: 'and', parts: [depth(2), { kind: 'not', part: depth(3) }] }],
      },
    ],
    [
      '(depth = 1 OR depth = 2) AND depth = 3',
      { kind: 'and', parts: [{ kind: 'or', parts: [depth(1), depth(2)] }, depth(3)] },
    ],
    [
      'depth BETWEEN 1 AND 2 AND depth = 3',
      {
        kind: 'and',
        parts: [{ kind: 'between', column: 'depth', low: 1, high: 2 }, depth(3)],
      },
    ],
  ])('%s', (condition, tree) => {
    expect(parseCondition(condition)).toEqual(tree);
  });
});

describe('what is no condition is refused with its place', () => {
  const table: [string, RegExp][] = [
    ['', /at its beginning: it is empty/],
    ['  ', /it is empty/],
    ['@/etc/passwd', /at its beginning: "@" means nothing here/],
    ['depth = 1; DELETE FROM t', /after 9 characters: .*semicolon/],
    ['1=1);DELETE', /after 4 characters: .*semicolon/],
    ['1 = 1', /after 4 characters: two values are compared/],
    ['depth = 1)', /after 9 characters: an unmatched closing parenthesis/],
    ['(depth = 1', /after 10 characters: a parenthesis is not closed/],
    ['depth = 1 -- x', /after 10 characters: comments/],
    ['depth /* x */ = 1', /after 6 characters: comments/],
    ['zeroblob(9e8) > 1', /at its beginning: functions such as zeroblob\(\)/],
    ['depth = abs(1)', /after 8 characters: a value is expected/],
    ['depth IN (SELECT v FROM other)', /after 10 characters: subqueries/],
    ['(SELECT v FROM other) = 1', /after 1 character: subqueries/],
    [
      'depth IN (WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r) SELECT i FROM r)',
      /subqueries/,
    ],
    ['depth + 1 = 2', /after 6 characters: calculations are not supported/],
    ['depth = 1 + 1', /after 10 characters: calculations are not supported/],
    ['depth = 2 * 3', /after 10 characters: calculations are not supported/],
    ['depth || 1 = 2', /calculations are not supported/],
    ['a.b = 1', /a name with a dot needs double quotes/],
    ['`a` = 1', /names are quoted with double quotes/],
    ['[a] = 1', /names are quoted with double quotes/],
    ["depth = 'abc", /after 8 characters: a text is not closed/],
    ['"depth = 1', /at its beginning: a name is not closed/],
    ['"" = 1', /a name is not closed/],
    ['depth = 12abc', /after 8 characters: a number is followed by/],
    ['depth = 1e999', /the number is too large/],
    ['depth = NULL', /write IS NULL or IS NOT NULL/],
    ['name = Berlin', /after 7 characters: .*single quotes, like 'Berlin'/],
    ['name = "Berlin"', /single quotes, like 'Berlin'/],
    ['depth', /it is incomplete; compare "depth" with a value/],
    ['depth =', /it is incomplete; a value is missing/],
    ['AND depth = 1', /a field is expected/],
    ['depth = 1 depth = 2', /AND, OR or the end is expected/],
    ['depth BETWEEN 1', /BETWEEN needs two values/],
    ['depth IN ()', /a value is expected/],
    ['depth IN 1', /a list in parentheses/],
    ['depth LIKE 1', /after LIKE comes a text/],
    ["depth LIKE 'a\\'", /ends with a backslash/],
    ['depth NOT = 1', /after NOT comes IN/],
    ['depth IS 1', /after IS comes NULL/],
    ["depth = DATE '2026-02-30'", /"2026-02-30" is not a date/],
    ["depth = TIMESTAMP '25 o clock'", /is not a time/],
    ['depth = \0', /this character means nothing here/],
    ['depth ＝ 1', /"＝" means nothing here/],
    [`${'('.repeat(51)}depth = 1${')'.repeat(51)}`, /after 50 characters: it is nested more than 50 levels/],
    [`${'NOT '.repeat(1_000)}depth = 1`, /nested more than 50 levels/],
    ['x'.repeat(20_001), /20001 characters. At most 20000 are allowed/],
  ];
  test.each(table.map(([condition, sentence]) => ({ title: condition.slice(0, 60), condition, sentence })))(
    '$title',
    ({ condition, sentence }) => {
      const refused = refusalOf(condition);
      expect(refused).toMatchObject({ kind: 'bad_request', code: 'vault.bad_condition' });
      expect(refused?.message).toMatch(sentence);
      expect(refused?.message).toMatch(/\.$/);
    },
  );
});

test('a chain of 2,000 comparisons is one level deep', () => {
  const tree = parseCondition(Array.from({ length: 2_000 }, (_, i) => `a=${i}`).join(' OR '));
  expect(tree.kind === 'or' && tree.parts.length).toBe(2_000);
});

test('random conditions that are printed and read again are the same', () => {
  const seed = Date.now();
  const random = randomNumbers(seed);
  for (let i = 0; i < 2_000; i += 1) {
    const condition = randomCondition(random);
    expect({ seed, tree: parseCondition(printCondition(condition)) }).toEqual({ seed, tree: condition });
  }
});

test('random words and random damage end in a condition or in a sentence, never in anything else', () => {
  const seed = Date.now();
  const random = randomNumbers(seed);
  const words = [
    ...'( ) , = <> < > + - . ; -- /* \' " @ % \\ \0 ! 1 1e5 9e999 a "b" \'c\' é 😀'.split(' '),
    ...'AND OR NOT IN BETWEEN LIKE ILIKE IS NULL TRUE DATE TIMESTAMP SELECT x( \ud800'.split(' '),
  ];
  const pick = <T>(list: ArrayLike<T>) => list[Math.floor(random() * list.length)] as T;
  for (let i = 0; i < 5_000; i += 1) {
    const intact = printCondition(randomCondition(random));
    const at = Math.floor(random() * intact.length);
    const damaged = intact.slice(0, at) + pick(words) + intact.slice(at + Math.floor(random() * 3));
    const garbage = Array.from({ length: 1 + Math.floor(random() * 20) }, () => pick(words)).join(
      pick(['', ' ']),
    );
    for (const text of [damaged, garbage]) {
      const refused = refusalOf(text);
      if (refused) expect({ seed, text, kind: refused.kind }).toEqual({ seed, text, kind: 'bad_request' });
    }
  }
});

/** Anything but an AppError is thrown on. */
function refusalOf(condition: string): AppError | null {
  try {
    parseCondition(condition);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
