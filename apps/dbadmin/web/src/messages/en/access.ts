/** Access levels of roles on one database. */
export const accessMessages = {
  access: {
    label: 'Access to {{name}}',
    grant: 'Grant access',
    none: 'No access level has been granted here yet',
    noneText:
      'Give a group or a user a level, and it covers all schemas and tables, those made later included.',
    role: 'Role',
    roleMissing: 'Choose a role.',
    noRole: 'No such role. Create it on the page of users or groups.',
    levelName: 'Level',
    levels: 'What the levels mean',
    level: { readonly: 'Read', readwrite: 'Read and write', admin: 'Administer' },
    levelHint: {
      readonly: 'Connect, see all schemas, read all tables, views and sequences.',
      readwrite: 'Also insert, change and delete rows, and make temporary tables.',
      admin: 'Also create schemas and tables, and do anything with those that are there.',
    },
    since: 'Granted',
    revoke: 'Take access away',
    save: 'Grant access',
    close: 'Close this report',
    granted: '{{role}} may now: {{level}}',
    revoked: '{{role}} has no access from here any more',
    objects_one: '{{number}} object was changed.',
    objects_other: '{{number}} objects were changed.',
    covered: 'Tables that {{roles}} will create are covered too.',
    uncovered:
      'Tables that {{roles}} will create are not covered: the administrator of this connection is no member of them. Grant it their membership, then grant the level again.',
    skipped_one: '{{number}} object could not be granted:',
    skipped_other: '{{number}} objects could not be granted:',
    left_one: '{{number}} object of an extension is left as it is',
    left_other: '{{number}} objects of extensions are left as they are',
    more: 'and {{number}} more.',
  },
};
