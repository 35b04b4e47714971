/** The tabs of a project's settings, in their order. */
export const SETTINGS_TABS = [
  { id: 'synchronize', label: 'Synchronize' },
  { id: 'frequency', label: 'Frequency' },
  { id: 'files', label: 'Files' },
  { id: 'runs', label: 'Runs' },
  { id: 'history', label: 'History' },
  { id: 'map', label: 'Map' },
  { id: 'conflicts', label: 'Conflicts' },
  { id: 'edits', label: 'Waiting edits' },
  { id: 'plans', label: 'Plans' },
  { id: 'project', label: 'Project' },
] as const;

export type SettingsTab = (typeof SETTINGS_TABS)[number]['id'];

/** Which rows a tab shows; blank is the same as left out. */
export interface RowRequest {
  table?: string;
  key?: string;
  /** The last entry of the page before. */
  before?: string;
}
