const REFERENCE = /\$[FPVR]\{([^}]*)\}/g;
/** How a number or a date is written says nothing about which it is. */
const FORMATTED = /\b(?:NUMBERFORMAT|DATEFORMAT)\((\$[FPVR]\{[^}]*\}), "[^"]*"\)/g;
/** Texts and names joined by plus, as most expressions are. */
const JOINED = /^(?:\s*(?:"(?:[^"\\]|\\.)*"|\$[FPVR]\{[^}]*\})\s*(?:\+|$))+$/;

/** An expression as it is drawn on the canvas: `"Page " + $V{PAGE_NUMBER}` is `Page [PAGE_NUMBER]`. */
export function textOfExpression(formatted: string): string {
  const expression = formatted.replaceAll(FORMATTED, '$1');
  if (!JOINED.test(expression)) return expression.replaceAll(REFERENCE, '[$1]');
  const parts = expression.matchAll(/"((?:[^"\\]|\\.)*)"|\$[FPVR]\{([^}]*)\}/g);
  return [...parts].map(([, text, name]) => text?.replaceAll(/\\(.)/g, '$1') ?? `[${name}]`).join('');
}
