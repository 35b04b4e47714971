import { expect, test } from '@jest/globals';
import { fieldsOf } from './fields.ts';
import { fieldProblem } from './problem.ts';

const fields = fieldsOf({
  parameters: { properties: { size_m: { type: 'number', title: 'Cell size' }, group_by: { type: 'array' } } },
});

test.each([
  ['parameters.size_m must be > 0.', undefined, { size_m: 'Cell size must be > 0.' }],
  [
    'parameters.group_by[0]: there is no column "x".',
    undefined,
    { group_by: 'group_by: there is no column "x".' },
  ],
  [
    'The area would have 70,000 cells.',
    'report-server.too_many_cells',
    { size_m: 'The area would have 70,000 cells.' },
  ],
  [
    'overlay: both layers must be in the same datasource.',
    undefined,
    { overlay: 'both layers must be in the same datasource.' },
  ],
  ['The database is busy.', 'report-server.datasource_busy', null],
])('the refusal "%s" belongs to its field', (message, code, expected) => {
  expect(fieldProblem({ message, code }, fields)).toEqual(expected);
});
