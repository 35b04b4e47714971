/** The tabs of a project's settings, in their order. */
export const SETTINGS_TABS = [
  { id: 'synchronize', label: 'Synchronize' },
  { id: 'frequency', label: 'Frequency' },
  { id: 'runs', label: 'Runs' },
  { id: 'project', label: 'Project' },
] as const;

export type SettingsTab = (typeof SETTINGS_TABS)[number]['id'];
