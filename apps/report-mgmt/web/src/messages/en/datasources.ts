/** Datasources and the reports that read them. */
export const datasourcesMessages = {
  datasources: {
    title: 'Datasources',
    lead: 'Databases that reports read, with the reports of each.',
    manage: 'Manage datasources',
    name: 'Datasource',
    reports: 'Reports',
    noReports: 'No reports use it.',
    missing: 'Not available',
    missingText: 'Reports name this datasource, but the report server has none with this key.',
    empty: 'No datasources yet',
    emptyText: 'An administrator registers databases on the report server. Then reports can read them.',
  },
};
