import { badRequest, conflict } from '@cairn/service';

export function settingNotOffered(name: string) {
  const shown = /^[a-z_.]{1,63}$/i.test(name) ? name : 'This';
  return badRequest(
    'dbadmin.setting_not_offered',
    `${shown} is not one of the settings that can be changed here. Choose one from the list.`,
  );
}

export function unknownSetting(name: string) {
  return badRequest('dbadmin.unknown_setting', `This version of PostgreSQL has no setting ${name}.`);
}

/** `expected` says what the setting takes. */
export function badSetting(name: string, expected: string) {
  return badRequest('dbadmin.bad_setting', `${name} must be ${expected}.`);
}

export function settingOutOfBounds(problem: string) {
  return badRequest('dbadmin.setting_out_of_bounds', problem);
}

export function resetOutOfBounds(name: string, problem: string) {
  return conflict(
    'dbadmin.setting_out_of_bounds',
    `The value that ${name} would return to is not allowed: ${problem}`,
  );
}

export function settingRejected(reason: string) {
  return badRequest('dbadmin.setting_refused', `The server rejected the value: ${reason}.`);
}

export function settingFixed(name: string, source: string) {
  return conflict(
    'dbadmin.setting_fixed',
    `${name} is set where the server is started (${source}). Change it there.`,
  );
}

export function settingChangedElsewhere(name: string) {
  return conflict(
    'dbadmin.setting_changed_elsewhere',
    `${name} was changed elsewhere in the meantime. Set the value that you want.`,
  );
}

export function nothingToUndo() {
  return conflict('dbadmin.nothing_to_undo', 'There are no changed settings to undo.');
}

export function cannotReadFileSettings() {
  return conflict(
    'dbadmin.admin_may_not',
    'The admin role of this connection cannot read pg_file_settings. Connect as a superuser to change settings.',
  );
}
