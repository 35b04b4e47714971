import { ODF_NAMESPACES } from '../odf/odf-package.ts';
import { XML_DECLARATION, xmlAttribute } from '../xml-text.ts';

/** The settings by which the rows at the top of each sheet stay in sight. */
export function settingsPart(sheets: readonly { name: string; frozen: number }[]): string {
  const item = (name: string, type: string, value: number | string): string =>
    `<config:config-item config:name="${name}" config:type="${type}">${value}</config:config-item>`;
  const entries = sheets.map(
    ({ name, frozen }) =>
      `<config:config-item-map-entry config:name="${xmlAttribute(name)}">` +
      (frozen > 0
        ? `${item('VerticalSplitMode', 'short', 2)}${item('VerticalSplitPosition', 'int', frozen)}${item('ActiveSplitRange', 'short', 2)}${item('PositionTop', 'int', 0)}${item('PositionBottom', 'int', frozen)}`
        : '') +
      '</config:config-item-map-entry>',
  );
  return (
    `${XML_DECLARATION}<office:document-settings${ODF_NAMESPACES} office:version="1.2"><office:settings><config:config-item-set config:name="ooo:view-settings"><config:config-item-map-indexed config:name="Views"><config:config-item-map-entry>` +
    `${item('ViewId', 'string', 'view1')}<config:config-item-map-named config:name="Tables">${entries.join('')}</config:config-item-map-named></config:config-item-map-entry></config:config-item-map-indexed></config:config-item-set></office:settings></office:document-settings>`
  );
}
