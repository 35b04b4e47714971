import { expect, test } from '@jest/globals';
import { html } from './html.ts';

test('values are escaped for elements and quoted attributes', () => {
  const name = `<b> & "quoted" 'name'`;
  expect(html`<p title="${name}">${name}</p>`.text).toBe(
    '<p title="&lt;b&gt; &amp; &quot;quoted&quot; &#39;name&#39;">&lt;b&gt; &amp; &quot;quoted&quot; &#39;name&#39;</p>',
  );
});

test('markup and lists of it are inserted unchanged, what is nothing leaves nothing', () => {
  const items = ['a', '<'].map((text) => html`<b>${text}</b>`);
  expect(html`<p>${items}${null}${undefined}${false}${0}</p>`.text).toBe('<p><b>a</b><b>&lt;</b>0</p>');
});

test('an object that only looks like markup is not inserted unchanged', () => {
  const forged = { text: '<script>' } as unknown as string;
  expect(html`${forged}`.text).toBe('[object Object]');
});
