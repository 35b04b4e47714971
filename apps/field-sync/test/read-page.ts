import { Parser } from 'htmlparser2';
import type { Person } from '@cairn/testing';
import type { TestFieldSync } from './test-app.ts';

export interface PageElement {
  name: string;
  attributes: Record<string, string>;
}

export interface ReadPage {
  status: number;
  location: string | null;
  html: string;
  /** Elements that have an attribute, in the order of the page. */
  withAttribute(attribute: string): PageElement[];
}

/** Reads a page as a program without scripts does. */
export async function readPage(
  app: Pick<TestFieldSync, 'url'>,
  person: Person | null,
  path: string,
  headers: Record<string, string> = {},
): Promise<ReadPage> {
  const answer = await fetch(`${app.url}${path}`, {
    redirect: 'manual',
    headers: { Accept: 'text/html', ...(person ? { Cookie: person.cookie } : {}), ...headers },
  });
  const html = await answer.text();
  const elements: PageElement[] = [];
  const parser = new Parser({ onopentag: (name, attributes) => elements.push({ name, attributes }) });
  parser.end(html);
  return {
    status: answer.status,
    location: answer.headers.get('location'),
    html,
    withAttribute: (attribute) => elements.filter(({ attributes }) => attribute in attributes),
  };
}
