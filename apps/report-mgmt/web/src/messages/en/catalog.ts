/** The list of reports. */
export const catalogMessages = {
  catalog: {
    title: 'Reports',
    lead: 'Run a report, download it, or have it sent on a schedule.',
    leadForVisitors: 'Public reports.',
    publish: 'Publish report',
    search: 'Search reports',
    datasource: 'Datasource',
    anyDatasource: 'All datasources',
    onlyBroken: 'With problems',
    count_one: '{{number}} report',
    count_other: '{{number}} reports',
    countOf: '{{shown}} of {{total}} reports',
    menu: 'Actions for {{title}}',
    details: 'Details',
    problems_one: '{{number}} problem',
    problems_other: '{{number}} problems',
    empty: 'No reports yet',
    emptyText:
      'Publish a template of JasperReports or of the report builder. It takes a name, a datasource and the file.',
    emptyForReaders: 'Reports that are shared with you appear here. Ask an administrator for access.',
    emptyForVisitors: 'There are no public reports. Sign in to see those that are shared with you.',
    signIn: 'Sign in',
    folderAway: 'The folder of reports cannot be read',
    folderAwayText:
      'The list shows the last known state, and reports still run. Check the volume that REPORTS_ROOT names.',
    ignored_one: '{{number}} entry of the folder is not a report',
    ignored_other: '{{number}} entries of the folder are not reports',
    columns: { title: 'Report', key: 'Key', datasource: 'Datasource', format: 'Format', updated: 'Changed' },
  },
};
