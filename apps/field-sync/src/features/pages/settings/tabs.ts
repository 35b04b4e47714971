/** The tabs of a project's settings, in their order. */
export const SETTINGS_TABS = [
  { id: 'synchronize', label: 'Synchronize' },
  { id: 'frequency', label: 'Frequency' },
  { id: 'files', label: 'Files' },
  { id: 'runs', label: 'Runs' },
  { id: 'plans', label: 'Plans' },
  { id: 'project', label: 'Project' },
] as const;

export type SettingsTab = (typeof SETTINGS_TABS)[number]['id'];
