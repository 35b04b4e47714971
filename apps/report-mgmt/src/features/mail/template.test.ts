import { describe, expect, test } from '@jest/globals';
import { checkTemplate, renderMail } from './template.ts';
import type { MailValues } from './types.ts';

const values: MailValues = {
  report_title: 'Water <levels> & "more"',
  report_name: 'water_levels',
  slot_local: '3 March 2026, 06:00',
  slot_utc: '2026-03-03 05:00 UTC',
  time_zone: 'Europe/Berlin',
  parameters: 'Region: North\nYear: 2026',
  row_count: '1,024',
  page_count: '12',
  file_name: 'water.pdf',
  file_size: '1.2 MB',
  next_run: '4 March 2026, 06:00',
};
const link: MailValues = {
  download_link: 'https://maps.example.org/d/x?a=1&b=2',
  link_expires: '10 March 2026',
};
const recipient = { name: 'Ada', address: 'ada@example.org' };

function render(
  body: string,
  { subject = 'A report', more = {} }: { subject?: string; more?: MailValues } = {},
) {
  return renderMail({ template: { subject, body }, values: { ...values, ...more }, recipient });
}

describe('the default template', () => {
  test('says which report, for when, with which parameters, how large, and when the next one comes', () => {
    const mail = renderMail({ template: { subject: '', body: '' }, values, recipient });
    expect(mail.subject).toBe('Water <levels> & "more" (3 March 2026, 06:00)');
    expect(mail.text).toBe(`Hello Ada,

Here is your report Water <levels> & "more".

Report       Water <levels> & "more" (water_levels)
Run for      3 March 2026, 06:00 (Europe/Berlin)
Parameters   Region: North
             Year: 2026
Rows         1,024
Pages        12
File         water.pdf (1.2 MB)
Next run     4 March 2026, 06:00

You get this mail because your address is on the recipient list of this report. To stop it, contact the person who schedules the report.
`);
    expect(mail.html).toContain('<strong>Water &lt;levels&gt; &amp; "more"</strong>');
    expect(mail.html).toContain('Region: North<br />Year: 2026');
    expect(mail.removed).toEqual([]);
  });

  test('has the link and its expiry only where there is a link, and leaves out rows without a value', () => {
    const { html, text } = renderMail({
      template: { subject: '', body: '' },
      values: { ...values, ...link, page_count: '', next_run: '' },
      recipient: { name: '', address: 'ada@example.org' },
    });
    expect(html).toContain('<a href="https://maps.example.org/d/x?a=1&amp;b=2">Download the report</a>');
    expect(text).toContain('Download the report (https://maps.example.org/d/x?a=1&b=2)');
    expect(text).toContain('The link works until 10 March 2026.');
    expect(text).toContain('Hello ada@example.org,');
    expect(text).not.toMatch(/Pages|Next run/);
  });
});

describe('a plain text body', () => {
  test('becomes paragraphs, with values escaped and addresses as links', () => {
    const mail = render(
      'Dear {{ recipient_name }},\n\n{{report_title}}:\r\n{{download_link}}.\n\n5 < 6, <ada@example.org>',
      {
        more: link,
      },
    );
    expect(mail.text).toBe(
      'Dear Ada,\n\nWater <levels> & "more":\nhttps://maps.example.org/d/x?a=1&b=2.\n\n5 < 6, <ada@example.org>\n',
    );
    expect(mail.html).toContain(`<p>Dear Ada,</p>
<p>Water &lt;levels&gt; &amp; "more":<br />
<a href="https://maps.example.org/d/x?a=1&amp;b=2">https://maps.example.org/d/x?a=1&amp;b=2</a>.</p>
<p>5 &lt; 6, &lt;ada@example.org&gt;</p>`);
  });

  test('loses the lines whose values are all empty, and no others', () => {
    const { text } = render('Rows: {{row_count}}, pages: {{page_count}}\nUntil {{link_expires}}\n\nBye', {
      more: { page_count: '' },
    });
    expect(text).toBe('Rows: 1,024, pages: \n\nBye\n');
  });
});

test.each([
  ['{{report}}', '"{{report}}"'],
  ['<p>{{report_title}} {{constructor}}</p>', '"{{constructor}}"'],
  ['{{}}', '"{{}}"'],
  ['{{ __proto__ }} {{report_title}}', '"{{__proto__}}"'],
  ['{{#each rows}}', '"{{#each rows}}"'],
])('the body %s is refused with the name of the unknown placeholder', (body, named) => {
  expect(() => checkTemplate({ subject: 'A report', body })).toThrow(`There is no placeholder ${named}.`);
});

test.each(['A\r\nBcc: e@y.org', 'A\nB', 'A\rB', 'A\0', 'A\u2028B', 'x'.repeat(251)])(
  'the subject %j is refused',
  (subject) => {
    expect(() => checkTemplate({ subject, body: '' })).toThrow('The subject must be one line');
    expect(() => render('Hello', { subject })).toThrow('The subject must be one line');
  },
);

test('an unknown placeholder in the subject, or a body of more than 100,000 characters, is refused', () => {
  expect(() => checkTemplate({ subject: '{{title}}', body: '' })).toThrow('"{{title}}"');
  expect(() => checkTemplate({ subject: '', body: 'x'.repeat(100_001) })).toThrow(
    'at most 100,000 characters',
  );
});

test('a value with line breaks stays on the one line of the subject, and a long one is cut', () => {
  const subject = '{{report_title}}: {{row_count}}';
  expect(render('Hello', { subject, more: { report_title: 'A\r\nBcc: e@y.org\u2028B' } }).subject).toBe(
    'A Bcc: e@y.org B: 1,024',
  );
  expect(render('Hello', { subject, more: { report_title: 'x'.repeat(300) } }).subject).toHaveLength(250);
});

describe('an HTML body', () => {
  test.each([
    ['a script', '<p>Hi</p><script>alert(1)</script>', '<p>Hi</p>', ['script']],
    ['an event attribute', '<p onclick="alert(1)" ONMOUSEOVER=x>Hi</p>', '<p>Hi</p>', ['event attribute']],
    ['a form', '<form action="https://e.org"><input name="a"><button>Go</button></form>', 'Go', ['form']],
    [
      'a remote picture',
      '<p>Hi<img src="https://e.org/p.png" onerror="x()"></p>',
      '<p>Hi</p>',
      ['remote picture', 'event attribute'],
    ],
    ['a picture without a scheme', '<p>Hi<img src="//e.org/p.png"></p>', '<p>Hi</p>', ['remote picture']],
    ['a list of pictures', '<p>Hi<img srcset="https://e.org/p.png 2x"></p>', '<p>Hi</p>', ['remote picture']],
    [
      'an SVG picture',
      '<p>Hi<img src="data:image/svg+xml;base64,PHN2Zz4="></p>',
      '<p>Hi</p>',
      ['remote picture'],
    ],
    [
      'a background',
      '<table background="https://e.org/p.png"><tr><td>Hi</td></tr></table>',
      '<table><tr><td>Hi</td></tr></table>',
      ['remote picture'],
    ],
    ['a script link', '<a href="javascript:alert(1)">Hi</a>', '<a>Hi</a>', ['link']],
    ['a hidden script link', '<a href="  java\nscript:alert(1)">Hi</a>', '<a>Hi</a>', ['link']],
    ['an encoded script link', '<a href="&#106;avascript&colon;alert(1)">Hi</a>', '<a>Hi</a>', ['link']],
    ['a data link', '<a href="data:text/html,x">Hi</a>', '<a>Hi</a>', ['link']],
    ['a relative link', '<a href="//e.org">Hi</a><a href="/admin">Ho</a>', '<a>Hi</a><a>Ho</a>', ['link']],
    [
      'a style that loads',
      '<p style="color:red;background:url(https://e.org/p)">Hi</p>',
      '<p style="color:red">Hi</p>',
      ['style that loads or covers something'],
    ],
    [
      'an escaped style',
      String.raw`<p style="color:red;background-color:\75rl(x)">Hi</p>`,
      '<p style="color:red">Hi</p>',
      ['style that loads or covers something'],
    ],
    [
      'a style that covers other text',
      '<p style="margin-top:-90px;color:red">Hi</p><p style="position:fixed;font-family:sans-serif">Ho</p>',
      '<p style="color:red">Hi</p><p style="font-family:sans-serif">Ho</p>',
      ['style that loads or covers something'],
    ],
    ['a link with a false host', '<a href="https://bank.example@e.org/">Hi</a>', '<a>Hi</a>', ['link']],
    [
      'links that show another address',
      '<a href="https://e.org/">https://bank.example/login</a><a title="x" href="https://e.org"><b>www.ba</b>nk\u200b.example</a>',
      '<a>https://bank.example/login</a><a title="x"><b>www.ba</b>nk\u200b.example</a>',
      ['link that shows another address'],
    ],
    [
      'a style sheet',
      '<style>@import "https://e.org";</style><link rel="stylesheet" href="https://e.org"><p>Hi</p>',
      '<p>Hi</p>',
      ['style sheet'],
    ],
    ['a frame', '<iframe src="https://e.org"></iframe><p>Hi</p>', '<p>Hi</p>', ['embedded page']],
    [
      'a redirect',
      '<meta http-equiv="refresh" content="0;url=https://e.org"><base href="https://e.org"><p>Hi</p>',
      '<p>Hi</p>',
      ['page setting'],
    ],
    [
      'a drawing',
      '<svg onload="x()"><image href="https://e.org/p"/></svg><p>Hi</p>',
      '<p>Hi</p>',
      ['drawing', 'event attribute'],
    ],
  ])('loses %s, and says so', (_what, body, html, removed) => {
    const mail = render(body);
    expect(mail.html.split('\n').slice(2, -2).join('\n')).toBe(html);
    expect(mail.removed).toEqual(removed);
  });

  test('loses comments, and shows broken elements as text', () => {
    const { html } = render(
      '<!--[if mso]><script>x()</script><![endif]--><p>Hi</p><scr<script>ipt>alert(1)</script>',
    );
    expect(html).toContain('\n<p>Hi</p>ipt&gt;alert(1)\n');
  });

  test('keeps text, tables, links and pictures that are part of it', () => {
    const body =
      '<h1>Levels</h1><table border="1"><tr><td colspan="2" style="color:rgb(1, 2, 3);padding:4px">1</td></tr></table><a href="https://e.org/x">x</a> <a href="mailto:a@x.org">mail</a> <img src="data:image/png;base64,iVBORw0K" alt="logo" />';
    const mail = render(body);
    expect(mail.html).toContain(body);
    expect(mail.removed).toEqual([]);
    expect(mail.text).toBe('Levels\n\n1\n\nx (https://e.org/x) mail (a@x.org)\n');
  });

  test('keeps links that show their own address, or a name like one', () => {
    const body =
      '<p><a href="https://www.e.org/x">e.org</a> <a href="https://www.e.org/x?a=1&amp;b=2">See https://e.org/x?a=1&amp;b=2.</a> <a href="https://e.org/y">rivers.pdf</a></p>';
    expect(render(body)).toMatchObject({ html: expect.stringContaining(body), removed: [] });
  });

  test('fills a placeholder once, and shows text in the order that it has', () => {
    const more = { report_title: '{{row_count}} \u202Efdp.exe', parameters: '{{{{__proto__}}}}' };
    const { html, text, subject } = render('<p>{ {{report_title}} } {{parameters}}</p>', {
      subject: '{{report_title}}',
      more,
    });
    expect(html).toContain('<p>{ {{row_count}} fdp.exe } {{{{__proto__}}}}</p>');
    expect(text).toBe('{ {{row_count}} fdp.exe } {{{{__proto__}}}}\n');
    expect(subject).toBe('{{row_count}} fdp.exe');
  });

  test('is refused when it would have more than 1,000,000 characters with its values', () => {
    const more = { parameters: '<'.repeat(16_000) };
    expect(() => render(`<p>${'{{parameters}}'.repeat(7_000)}`, { more })).toThrow('1,000,000 characters');
    expect(() => render('{{parameters}}\n'.repeat(6_000), { more })).toThrow('1,000,000 characters');
    expect(render('<p>{{parameters}}</p>', { more }).html.length).toBeGreaterThan(64_000);
  });

  test('escapes values, also within attributes that have no quotes', () => {
    const more = {
      report_title: '"><script>alert(1)</script> onclick=alert(1)',
      download_link: 'javascript:alert(1)',
    };
    const { html } = render(
      '<p title="{{report_title}}">{{report_title}}</p><p title={{report_title}}>x</p><a href="{{download_link}}">y</a>',
      { more },
    );
    expect(html).not.toMatch(/<script| onclick="| href=/);
    expect(html).toContain('&gt;&lt;script&gt;alert(1)&lt;/script&gt; onclick=alert(1)</p>');
  });

  test('is rendered quickly, however it is nested', () => {
    for (const piece of [
      '<p ',
      '<p>',
      '<a href="https://e.org">www.x',
      '<div>',
      '<tr><p>',
      '{{',
      '{{report_title}}',
      '<a href="',
      'http://',
      '<!--',
      '&#',
    ]) {
      const start = process.cpuUsage();
      render(`<p>${piece.repeat(99_990 / piece.length)}`);
      // Time of the processor: tests share it with others.
      expect([piece, process.cpuUsage(start).user < 1_000_000]).toEqual([piece, true]);
    }
  });
});
