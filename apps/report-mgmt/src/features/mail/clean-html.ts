import sanitizeHtml from 'sanitize-html';
import type { Attributes } from 'sanitize-html';

export interface CleanHtml {
  html: string;
  /** What was taken out, once each. */
  removed: string[];
}

/** Elements that are taken out, and how the preview calls them. */
const REMOVED_ELEMENTS: Record<string, string> = {
  script: 'script',
  noscript: 'script',
  style: 'style sheet',
  link: 'style sheet',
  ...Object.fromEntries(
    ['iframe', 'frame', 'frameset', 'object', 'embed', 'applet', 'portal'].map((name) => [
      name,
      'embedded page',
    ]),
  ),
  ...Object.fromEntries(
    ['audio', 'video', 'source', 'track', 'picture'].map((name) => [name, 'audio or video']),
  ),
  ...Object.fromEntries(['svg', 'math', 'canvas'].map((name) => [name, 'drawing'])),
  ...Object.fromEntries(
    ['form', 'input', 'button', 'select', 'option', 'textarea', 'datalist', 'fieldset'].map((name) => [
      name,
      'form',
    ]),
  ),
  meta: 'page setting',
  base: 'page setting',
};

/** Deeper elements are left out; their text stays. */
const MAX_DEPTH = 60;

const TEXT_ELEMENTS = [
  ...[
    'p',
    'div',
    'span',
    'br',
    'hr',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'blockquote',
    'pre',
    'code',
    'center',
  ],
  ...['a', 'b', 'strong', 'i', 'em', 'u', 's', 'small', 'sub', 'sup', 'mark', 'font', 'img'],
  ...['ul', 'ol', 'li', 'dl', 'dt', 'dd'],
  ...['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
];

/** A picture that is part of the mail. SVG is left out, since it can hold scripts and addresses. */
const EMBEDDED_PICTURE = /^data:image\/(png|jpeg|gif|webp);base64,[a-z0-9+/=\s]+$/i;
/**
 * A whole web or mail address, since relative ones lead nowhere in a mail. A user name before the host is refused: readers would take
 * it for the host.
 */
const LINK = /^(https?:\/\/(?![^/?#\\]*@)|mailto:)/i;
/** A link after cleaning: attributes before its address, the address, those behind it, and what it shows. */
const LINK_ELEMENT = /<a\b([^>]*?) href="([^"]*)"([^>]*)>(.*?)<\/a>/gs;
/** An address in a text. */
const ADDRESS_IN_TEXT = /(?:https?:\/\/|\bwww\.)[^\s<>]+/gi;
/** Attributes other than `src` of a picture from which mail programs load something. */
const LOADING_ATTRIBUTES = [
  'background',
  'srcset',
  'poster',
  'dynsrc',
  'lowsrc',
  'longdesc',
  'ping',
  'cite',
  'data',
];

/**
 * No parentheses but those of a colour, so that no function can load anything; no escapes, which could spell one; no negative lengths,
 * which would draw one text over another.
 */
const STYLE_VALUE = /^(?:[^()\\<>@:-]|-(?![\d.])|rgba?\([\d\s.,%/]*\))*$/i;
const STYLE_PROPERTIES = [
  ...[
    'color',
    'background-color',
    'font',
    'font-family',
    'font-size',
    'font-style',
    'font-weight',
    'line-height',
  ],
  ...[
    'text-align',
    'text-decoration',
    'text-transform',
    'letter-spacing',
    'white-space',
    'word-break',
    'vertical-align',
  ],
  ...[
    'width',
    'max-width',
    'min-width',
    'height',
    'border-collapse',
    'border-spacing',
    'border-radius',
    'list-style-type',
  ],
  ...['margin', 'padding', 'border'].flatMap((name) => [
    name,
    ...['top', 'right', 'bottom', 'left'].map((side) => `${name}-${side}`),
  ]),
  ...['border-color', 'border-style', 'border-width'],
];

/**
 * Leaves text, tables, links and pictures that are part of the mail. Scripts, forms, event attributes and everything that a mail
 * program would load from somewhere are taken out.
 */
export function cleanHtml(html: string): CleanHtml {
  const removed = new Set<string>();
  const clean = sanitizeHtml(html, {
    allowedTags: TEXT_ELEMENTS,
    allowedAttributes: {
      '*': ['style', 'align', 'valign', 'width', 'height', 'bgcolor', 'dir', 'lang', 'title', 'role'],
      a: ['href'],
      img: ['src', 'alt'],
      font: ['color', 'face', 'size'],
      table: ['border', 'cellpadding', 'cellspacing'],
      td: ['colspan', 'rowspan'],
      th: ['colspan', 'rowspan', 'scope'],
    },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowedSchemesByTag: { img: ['data'] },
    allowProtocolRelative: false,
    allowedStyles: { '*': Object.fromEntries(STYLE_PROPERTIES.map((name) => [name, [STYLE_VALUE]])) },
    nestingLimit: MAX_DEPTH,
    transformTags: { a: (tagName, attribs) => ({ tagName, attribs: withoutBadLink(attribs) }) },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !EMBEDDED_PICTURE.test(attribs['src'] ?? ''),
    onOpenTag: (name, attributes) => {
      for (const part of forbiddenParts(name, attributes)) removed.add(part);
    },
  });
  const withTrueLinks = clean.replace(
    LINK_ELEMENT,
    (link, before: string, href: string, behind: string, shown: string) => {
      if (!namesAnotherHost(shown, href)) return link;
      removed.add('link that shows another address');
      return `<a${before}${behind}>${shown}</a>`;
    },
  );
  return { html: withTrueLinks, removed: [...removed] };
}

/** Whether a link shows the address of one site and leads to another. */
function namesAnotherHost(shown: string, href: string): boolean {
  const text = shown.replace(/<[^>]*>|\p{Cf}/gu, '');
  const addresses = text.match(ADDRESS_IN_TEXT) ?? [];
  return /^http/i.test(href) && addresses.some((address) => hostOf(address) !== hostOf(href));
}

function hostOf(address: string): string | null {
  const url = /^www\./i.test(address) ? `https://${address}` : address;
  const host = URL.canParse(url) ? new URL(url).hostname : null;
  return host && host.replace(/^www\.|\.+$/g, '');
}

function withoutBadLink({ href = '', ...others }: Attributes): Attributes {
  return LINK.test(href) ? { ...others, href } : others;
}

function* forbiddenParts(name: string, attributes: Attributes): Generator<string> {
  const element = REMOVED_ELEMENTS[name];
  if (element) yield element;
  for (const [attribute, value] of Object.entries(attributes)) {
    if (attribute.startsWith('on')) yield 'event attribute';
    else if (LOADING_ATTRIBUTES.includes(attribute)) yield 'remote picture';
    else if (attribute === 'style' && !STYLE_VALUE.test(value.replaceAll(':', ' ')))
      yield 'style that loads or covers something';
    else if (attribute === 'href' && name === 'a' && value !== '' && !LINK.test(value)) yield 'link';
    else if (attribute === 'src' && name === 'img' && !EMBEDDED_PICTURE.test(value)) yield 'remote picture';
  }
}
