import { beforeAll, expect, test } from '@jest/globals';
import i18next from 'i18next';
import { messages } from '../messages/en.ts';
import { lazyMessages } from '../messages/en-lazy.ts';
import { cidrProblem, ruleNameProblem } from './rule-check.ts';

beforeAll(async () => {
  await i18next.init({
    lng: 'en',
    resources: { en: { app: { ...messages, ...lazyMessages } } },
    interpolation: { escapeValue: false },
  });
});

test.each([
  ['10.20.0.0/16', false, null],
  ['192.0.2.7/32', false, null],
  ['2001:db8::/32', false, null],
  ['', false, 'Enter a network'],
  ['10.20.0.0', false, 'Add the prefix length'],
  ['10.20.0.0/33', false, 'not a valid network'],
  ['300.1.1.1/8', false, 'not a valid network'],
  ['10.4.0.1/16', false, '10.4.0.0/16'],
  ['0.0.0.0/0', false, 'anywhere'],
  ['128.0.0.0/1', false, 'anywhere'],
  ['::/0', false, 'anywhere'],
  ['0.0.0.0/0', true, null],
])('cidrProblem("%s", { isScoped: %s }) returns a message with "%s"', (cidr, isScoped, words) => {
  const problem = cidrProblem(cidr, { isScoped });
  if (words === null) expect(problem).toBeNull();
  else expect(problem).toContain(words);
});

test.each([
  ['Office', null],
  ['', 'name'],
  ['ends with \\', 'backslash'],
  ['two\nlines', 'line'],
])('ruleNameProblem("%s") returns a message with "%s"', (name, words) => {
  const problem = ruleNameProblem(name);
  if (words === null) expect(problem).toBeNull();
  else expect(problem).toContain(words);
});
