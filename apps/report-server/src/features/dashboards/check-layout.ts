import { checkSource } from '../views/check-source.ts';
import { badDashboard } from './errors.ts';
import type { DashboardFields, DashboardItem } from './types.ts';

const COLUMNS = 12;

/** Checks what the contract cannot say. @throws {AppError} bad_request that names the place */
export function checkLayout({ layout, filters, parameters }: DashboardFields): void {
  const ids = new Set<string>();
  for (const [index, item] of layout.entries()) {
    const place = `layout[${index}]`;
    if (ids.has(item.id))
      throw badDashboard(place, `The id "${item.id}" is used twice. Give each widget its own.`);
    ids.add(item.id);
    if (item.x + item.w > COLUMNS) {
      throw badDashboard(
        place,
        `The widget ends in column ${item.x + item.w} of ${COLUMNS}. Move it or make it narrower.`,
      );
    }
    const other = layout.slice(0, index).find((earlier) => overlaps(earlier, item));
    if (other) throw badDashboard(place, `The widget overlaps "${other.id}". Move one of them.`);
    if (item.widget.inline) checkSource(item.widget.inline.source);
  }

  const names = new Set<string>();
  const checkNamed = (place: string, name: string, widgets: Record<string, string>): void => {
    if (names.has(name)) throw badDashboard(place, `The name "${name}" is used twice. Rename one of them.`);
    names.add(name);
    const unknown = Object.keys(widgets).find((id) => !ids.has(id));
    if (unknown !== undefined)
      throw badDashboard(place, `There is no widget "${unknown}". Use an id of the layout.`);
  };
  for (const [index, { name, widgets }] of filters.entries()) checkNamed(`filters[${index}]`, name, widgets);
  for (const [name, { widgets }] of Object.entries(parameters)) {
    checkNamed(`parameters.${name}`, name, widgets);
    if (!/^[A-Za-z_][A-Za-z0-9_]{0,62}$/.test(name)) {
      throw badDashboard(`parameters.${name}`, 'A name has letters, digits and underscores only. Rename it.');
    }
  }
}

function overlaps(a: DashboardItem, b: DashboardItem): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}
