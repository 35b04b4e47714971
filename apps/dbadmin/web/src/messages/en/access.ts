/** Access levels of roles on one database. */
export const accessMessages = {
  access: {
    label: 'Access to {{name}}',
    grant: 'Grant access',
    none: 'No access granted yet',
    noneText:
      'Grant a group or a user an access level. It covers all schemas and tables, including those created later.',
    role: 'Role',
    roleMissing: 'Choose a role.',
    chooseRole: 'Choose a role',
    noRole: 'No matching role. Create it under Users or Groups.',
    level: 'Access level',
    allLevels: 'Access levels',
    levels: { readonly: 'Read', readwrite: 'Read and write', admin: 'Admin' },
    levelHint: {
      readonly: 'Connect, see all schemas, and read all tables, views and sequences.',
      readwrite: 'Also insert, update and delete rows, and create temporary tables.',
      admin: 'Also create schemas and tables, and change or delete existing ones.',
    },
    granted: 'Granted',
    revoke: 'Revoke access',
    grantedTo: 'Granted {{level}} to {{role}}',
    revokedFrom: 'Revoked access from {{role}}',
    objects_one: 'Changed {{number}} object.',
    objects_other: 'Changed {{number}} objects.',
    covered: 'Tables that {{roles}} will create are included.',
    uncovered:
      'Tables that {{roles}} will create are not included, because the admin role of this connection is not a member of them. Grant it membership, then grant the access level again.',
    skipped_one: '{{number}} object could not be changed:',
    skipped_other: '{{number}} objects could not be changed:',
    extensions_one: '{{number}} extension object was not changed',
    extensions_other: '{{number}} extension objects were not changed',
  },
};
