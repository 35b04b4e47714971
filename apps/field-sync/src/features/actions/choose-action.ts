import { badRequest } from '@cairn/service';

const SERVER_ACTIONS = [
  'save',
  'delete',
  'pwd_vis',
  'list_projects',
  'list_geopackages',
  'list_project_geopackages',
  'project_info',
] as const;

/** The fields that decide what a form does, by the file that takes it, in the order in which they are looked for. */
export const ACTIONS = {
  'server.php': [...SERVER_ACTIONS, 'list_servers'],
  '__server.php': SERVER_ACTIONS,
  'project.php': ['save', 'delete', 'pwd_vis', 'conn_info'],
  'daemon.php': ['save', 'set'],
  'user.php': ['save', 'delete'],
  'group.php': ['save', 'delete'],
  'pglink.php': ['save', 'delete', 'pwd_vis', 'conn_info'],
  'rsync.php': ['save', 'delete', 'pwd_vis', 'conn_info', 'excludes', 'start', 'stop', 'log', 'accept_key'],
  'node.php': ['save', 'delete', 'pwd_vis', 'conn_info'],
  'gstore.php': ['save', 'delete', 'pwd_vis', 'details_info', 'store_tables', 'create_layer'],
  'express.php': ['list_field_projects', 'list_cloud_projects', 'create_express', 'take_back'],
  'files.php': ['gpkg', 'img', 'clean'],
  'plan.php': ['approve', 'dismiss'],
  'run.php': ['reconcile', 'dry_run'],
  'conflict.php': ['keep', 'restore'],
} as const;

type ActionFile = keyof typeof ACTIONS;
type ActionName<File extends ActionFile> = (typeof ACTIONS)[File][number];

/** The first of the file's fields that the form has, whatever its value. @throws {AppError} bad_request for none of them */
export function chooseAction<File extends ActionFile>(
  file: File,
  form: Partial<Record<ActionName<File>, unknown>>,
): ActionName<File> {
  const names: readonly ActionName<File>[] = ACTIONS[file];
  const chosen = names.find((name) => form[name] !== undefined);
  if (chosen === undefined) {
    throw badRequest(
      'field_sync.action_missing',
      `The form does not say what to do. Send one of the fields ${names.join(', ')}.`,
    );
  }
  return chosen;
}
