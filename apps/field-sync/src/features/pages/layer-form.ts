import { html } from '@cairn/service';
import type { Markup } from '@cairn/service';
import { actionForm, selectField, textField } from './fields.ts';

/** Publishes a table of a map store, and has a catalog node list it. */
export function layerForm(
  { id }: { id: number },
  { nodes, tables }: { nodes: { id: number; name: string }[]; tables: string[] },
): Markup {
  const fields = [
    textField({
      ...{ name: 'store_tbl', label: 'Table', value: '', required: true, maxLength: 63 },
      suggestions: tables.map((name) => ({ value: name })),
    }),
    textField({ name: 'layer_name', label: 'Layer name', value: '', required: true, maxLength: 200 }),
    ...(nodes.length === 0 ? [] : nodeFields(nodes)),
  ];
  return html`<section class="panel">
    <h2>Publish a table</h2>
    ${actionForm({
      action: 'gstore.php',
      does: 'create_layer',
      id,
      back: `gstores.php?id=${id}`,
      fields,
      submit: 'Create layer',
    })}
  </section>`;
}

function nodeFields(nodes: { id: number; name: string }[]): Markup[] {
  return [
    selectField({
      name: 'update_node',
      label: 'Update a catalog node',
      value: '',
      entries: [
        { value: '', label: 'No' },
        { value: 't', label: 'Yes' },
      ],
    }),
    selectField({
      name: 'node_id',
      label: 'Catalog node',
      value: nodes[0]?.id ?? null,
      entries: nodes.map(({ id, name }) => ({ value: id, label: name })),
    }),
  ];
}
