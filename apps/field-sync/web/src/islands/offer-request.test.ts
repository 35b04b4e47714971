import { expect, test } from '@jest/globals';
import { fillRequest } from './offer-request.ts';

const saved = { action: 'server.php', does: 'list_projects', fields: { id: 'server' } };
const login = {
  ...{ action: 'express.php', does: 'list_field_projects', when: { provider: 'field' } },
  fields: { field_user: 'user', field_pass: 'pass', field_url: 'url' },
  optional: ['field_url'],
};

function fill(values: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  return fillRequest([saved, login], form);
}

test('a saved server is asked, whatever login is in the form', () => {
  expect(fill({ server: '3', provider: 'field', user: 'ada', pass: 'x' })).toEqual({
    ...{ action: 'server.php', fields: { list_projects: '1', id: '3' }, hasPassword: false },
  });
});

test('a login is sent without an address where that may be blank, and not for another kind of server', () => {
  const typed = { server: ' ', provider: 'field', user: 'ada', pass: 'x', url: '' };
  expect(fill(typed)).toEqual({
    action: 'express.php',
    fields: { list_field_projects: '1', field_user: 'ada', field_pass: 'x', field_url: '' },
    hasPassword: true,
  });
  expect(fill({ ...typed, provider: 'cloud' })).toBeNull();
});

test('nothing is asked while the password is missing', () => {
  expect(fill({ server: '', provider: 'field', user: 'ada', pass: '' })).toBeNull();
});
