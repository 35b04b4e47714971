/** Registering the reports with the portal. */
export const syncMessages = {
  sync: {
    title: 'Resource sync',
    lead: 'Register reports with the portal so that access to them can be managed.',
    text: 'This happens automatically when a report appears in the folder. Use it when reports are missing from the catalog or from the permissions. Permissions that exist are kept.',
    rule: 'A new report gets these permissions, as far as the groups exist: Administrators may administer it, Editors may edit it, everybody may view it.',
    run: 'Sync now',
    failed: 'The reports could not be registered',
    result: 'Result',
    nothingNew: 'All reports were registered already.',
    done_one: 'Registered {{number}} new report.',
    done_other: 'Registered {{number}} new reports.',
    withErrors: 'Some reports could not be registered.',
    registered: 'Registered',
    already: 'Already there',
    errors: 'Errors',
    skipped: 'Skipped',
    reports: 'Show reports',
  },
};
