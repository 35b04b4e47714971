import { html } from '@cairn/service';
import type { Markup } from '@cairn/service';
import type { Project } from '../projects/types.ts';
import type { ListedTable } from '../table-data/read-layer.ts';
import { dataAttributes } from './components.ts';

export function listedTables(
  { id, databaseLinkId, schema }: Pick<Project, 'id' | 'databaseLinkId' | 'schema'>,
  tables: ListedTable[],
): Markup {
  if (tables.length === 0)
    return html`<section class="panel empty">
      No tables yet that the database link may read. They appear after the first run.
    </section>`;
  const row = ({ table, geom }: ListedTable) => {
    const attributes = dataAttributes({
      layer: '',
      id,
      'pglink-id': databaseLinkId,
      schema,
      name: table,
      geom,
    });
    const query = `id=${id}&table=${encodeURIComponent(table)}`;
    return html`<tr ${attributes}>
      <th scope="row"><a href="admin/table.php?${query}">${table}</a></th>
      <td data-label="Geometry">${geom ?? 'none'}</td>
      <td><a href="admin/table_whole.php?${query}">With geometries</a></td>
    </tr>`;
  };
  return html`<section class="panel flush">
    <table class="cards">
      <thead>
        <tr>
          <th scope="col">Table</th>
          <th scope="col">Geometry</th>
          <th scope="col">More</th>
        </tr>
      </thead>
      <tbody>
        ${tables.map(row)}
      </tbody>
    </table>
  </section>`;
}
