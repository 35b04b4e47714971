import { Parser } from 'htmlparser2';
import type { Person } from '@cairn/testing';
import type { TestFieldSync } from './test-app.ts';

export interface PageElement {
  name: string;
  attributes: Record<string, string>;
  /** Of the element and all in it. */
  text: string;
  /** What it is in, the outermost first. */
  parents: PageElement[];
}

export interface ReadPage {
  status: number;
  location: string | null;
  html: string;
  /** In the order of the page. */
  elements: PageElement[];
  /** Elements that have an attribute, in the order of the page. */
  withAttribute(attribute: string): PageElement[];
  /** What is sent for the scripts of the page, by the name of the island and in the order of the page. */
  islands(name: string): any[];
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
  const elements = parseElements(html);
  const islands = html.matchAll(/data-island="([^"]*)">\s*<script type="application\/json">(.*?)<\/script>/g);
  const sent = [...islands].map(([, name, json]) => ({ name, data: JSON.parse(json!) as unknown }));
  return {
    islands: (wanted) => sent.filter(({ name }) => name === wanted).map(({ data }) => data),
    status: answer.status,
    location: answer.headers.get('location'),
    html,
    elements,
    withAttribute: (attribute) => elements.filter(({ attributes }) => attribute in attributes),
  };
}

function parseElements(html: string): PageElement[] {
  const elements: PageElement[] = [];
  const open: PageElement[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      const element = { name, attributes, text: '', parents: [...open] };
      elements.push(element);
      open.push(element);
    },
    ontext(text) {
      for (const element of open) element.text += text;
    },
    onclosetag: () => void open.pop(),
  });
  parser.end(html);
  return elements;
}
