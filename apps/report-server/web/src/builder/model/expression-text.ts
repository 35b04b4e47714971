const REFERENCE = /\$[FPVR]\{([^}]*)\}/g;
/** Texts and names joined by plus, as most expressions are. */
const JOINED = /^(?:\s*(?:"(?:[^"\\]|\\.)*"|\$[FPVR]\{[^}]*\})\s*(?:\+|$))+$/;

/** An expression as it is drawn on the canvas: `"Page " + $V{PAGE_NUMBER}` is `Page [PAGE_NUMBER]`. */
export function textOfExpression(expression: string): string {
  if (!JOINED.test(expression)) return expression.replaceAll(REFERENCE, '[$1]');
  const parts = expression.matchAll(/"((?:[^"\\]|\\.)*)"|\$[FPVR]\{([^}]*)\}/g);
  return [...parts].map(([, text, name]) => text?.replaceAll(/\\(.)/g, '$1') ?? `[${name}]`).join('');
}
