import { expect } from '@jest/globals';
import { bodyOf } from '@cairn/testing';
import type { Person } from '@cairn/testing';

/** Fields of a form; an array is sent once for each value. */
export type ActionFields = Record<string, string | number | readonly (string | number)[]>;

/** Sends a form action as a program does. Redirects are not followed. */
export async function sendAction(
  { url }: { url: string },
  person: Person | null,
  { path, fields, headers = {} }: { path: string; fields: ActionFields; headers?: Record<string, string> },
) {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, String(each)]),
  );
  const response = await fetch(`${url}/admin/action/${path}`, {
    ...{ method: 'POST', body: new URLSearchParams(pairs), redirect: 'manual' },
    headers: { ...(person ? { cookie: person.cookie } : {}), ...headers },
  });
  return { status: response.status, body: await bodyOf(response), headers: response.headers };
}

/** The body of an action's answer, whose status is 200 whether it succeeded or not. */
export async function postAction(
  app: { url: string },
  person: Person | null,
  action: { path: string; fields: ActionFields },
) {
  const { status, body } = await sendAction(app, person, action);
  expect(status).toBe(200);
  return body;
}
