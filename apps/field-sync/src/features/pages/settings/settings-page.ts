import { html } from '@cairn/service';
import type { Markup } from '@cairn/service';
import { pageHead, tabBar } from '../components.ts';
import type { StoredProject } from '../types.ts';
import { SETTINGS_TABS } from './tabs.ts';
import type { SettingsTab } from './tabs.ts';

/** The settings of a project: its name, its tabs, and the content of the chosen one. */
export function settingsPage(project: StoredProject, tab: SettingsTab, content: Markup): Markup {
  const tabs = SETTINGS_TABS.map(({ id, label }) => ({
    label,
    href: `admin/project_settings.php?id=${project.id}&tab=${id}`,
    current: id === tab,
    count: id === 'plans' ? project.openPlans : 0,
  }));
  return html`${pageHead({
    title: project.name,
    lead: `${project.projectId} on ${project.serverName}, ${project.geopackage} into ${project.schema} of ${project.pglinkName}.`,
    crumbs: [{ label: 'Field projects', href: 'admin/projects.php' }],
    action: html`<a class="button" href="admin/data.php?id=${project.id}">Tables</a>
      <a class="button" href="admin/svc_log.php?id=${project.id}">Log</a>`,
  })}
  ${tabBar(project.name, tabs)} ${content}`;
}
