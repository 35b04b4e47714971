import type { ImportContext } from './context.ts';
import { isVersion6, toVersion7 } from './from-version6.ts';
import { readXml } from './read-xml.ts';
import { readChildren, type XmlNode } from './xml-node.ts';

/** Whether a `<template>` of the report names a style sheet that is among its files; if not, a finding says so. */
export function isTemplateOfStyles(node: XmlNode, { files, report }: ImportContext): boolean {
  const name = sheetName(node);
  if (name !== null && files.find(name)) return true;
  report(
    node,
    'error',
    name === null
      ? 'The style sheet is given by an expression. Name a .jrtx file of the report instead.'
      : `The style sheet ${name} is not among the files of the report; its styles are missing.`,
  );
  return false;
}

/** The styles of a style sheet. Their findings carry the line of the `<template>`, since they belong to another file. */
export function readStyleSheet(node: XmlNode, { files }: ImportContext): XmlNode[] {
  const file = files.find(sheetName(node) ?? '');
  if (!file) return [];
  const root = readXml(file.bytes);
  return readChildren(
    isVersion6(root) || root.children.some(hasVersion6Style) ? toVersion7(root) : root,
    'style',
  ).map((style) => placeAt(style, node));
}

function sheetName(node: XmlNode): string | null {
  return /^"([^"\\]+\.jrtx)"$/i.exec(node.text.trim())?.[1] ?? null;
}

/** Style sheets of version 6 may lack a namespace. */
function hasVersion6Style({ attributes, children }: XmlNode): boolean {
  return [...attributes.keys()].some((name) => /^is[A-Z]/.test(name)) || children.some(hasVersion6Style);
}

function placeAt(node: XmlNode, { line, column }: XmlNode): XmlNode {
  return {
    ...node,
    line,
    column,
    children: node.children.map((child) => placeAt(child, { ...child, line, column })),
  };
}
