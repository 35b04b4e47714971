/** The start page of people who work with reports. */
export const workspaceMessages = {
  workspace: {
    title: 'Report workspace',
    lead: 'Your reports, recent runs and upcoming schedules.',
    catalog: 'All reports',
    recent: 'Last used reports',
    noRecent: 'Reports that you run appear here.',
    runs: 'Recent runs',
    noRuns: 'No runs yet.',
    history: 'Show history',
    upcoming: 'Next scheduled runs',
    noUpcoming: 'Nothing is scheduled.',
    newSchedule: 'New schedule',
    schedules: 'Show schedules',
    tools: 'Tools',
    publish: 'Publish a report',
    context: 'Definition from a template',
    datasources: 'Datasources',
    sync: 'Resource sync',
    recipients: 'Recipients',
    emailTemplates: 'Mail templates',
  },
};
