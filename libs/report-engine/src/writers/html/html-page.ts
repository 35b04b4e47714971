import type { Fill } from '../../fill/types.ts';
import { pageSize } from '../../template/page-size.ts';
import { runsFromRight } from '../direction.ts';
import { xmlAttribute, xmlText } from '../xml-text.ts';

const RULES = `
body{font:10pt Arial,'Noto Sans',sans-serif;margin:1.5rem auto;max-width:70rem;padding:0 1rem;color:#111;background:#fff}
table{border-collapse:collapse;width:100%;margin:.5rem 0}
th,td{padding:.15rem .4rem;text-align:start;vertical-align:top;white-space:pre-line}
thead th{border-bottom:1pt solid #555}
tr.g th{padding-top:.6rem}
p{margin:.25rem 0;white-space:pre-line}
p.line{display:flex;gap:1rem;justify-content:space-between}
img{max-width:100%;height:auto}
.wide{overflow-x:auto}
@media print{body{margin:0;max-width:none;padding:0}thead{display:table-header-group}tr,img{break-inside:avoid}tr.g{break-after:avoid}.break{break-before:page}.wide{overflow:visible}}
`;

/** The beginning of the page, up to its body. It has no script and asks for nothing but its pictures. */
export function htmlStart({ template }: Fill, rules: string): string {
  const { width, height } = pageSize(template.page);
  const { top, right, bottom, left } = template.page.margins;
  const direction = runsFromRight(template) ? ' dir="rtl"' : '';
  return (
    `<!DOCTYPE html>\n<html lang="${xmlAttribute(template.lang ?? 'en')}"${direction}>\n<head>\n<meta charset="utf-8">\n` +
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n' +
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'">\n` +
    `<title>${xmlText(template.title)}</title>\n<style>${RULES}@page{size:${width}pt ${height}pt;margin:${top}pt ${right}pt ${bottom}pt ${left}pt}\n${rules}\n</style>\n</head>\n<body>\n`
  );
}
