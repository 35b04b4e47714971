export const homeMessages = {
  home: {
    title: 'Home',
    lead: 'Upload, explore and share your organisation’s spatial data.',
    greeting: '{{greeting}}, {{name}}',
    morning: 'Good morning',
    afternoon: 'Good afternoon',
    evening: 'Good evening',
    upload: 'Upload data',
    drop: {
      title: 'Drop to upload',
      signIn: 'Sign in to upload files.',
      viewOnly: 'You can view data but not upload it. Ask an administrator for edit access.',
    },
    allCards: 'Start here',
    otherCards: 'More',
    newTab: '(opens in a new tab)',
    welcome: {
      title: 'Welcome to Cairn',
      call: 'Sign in to see everything you have access to',
      text: 'Public content is shown below. Datasets, maps and reports that are shared with you appear after you sign in.',
      action: 'Sign in',
    },
    recent: {
      title: 'Recently updated',
      all: 'View all',
      none: 'No datasets yet. They appear here when they are uploaded.',
    },
    empty: {
      title: 'No cards yet',
      adminText:
        'Cards link to your most important maps, datasets and reports. Add the first one, or import entries from the services.',
      text: 'Administrators have not added any cards yet. The catalog lists everything you have access to.',
      add: 'Add card',
      import: 'Import from services',
      catalog: 'Open catalog',
    },
  },
  cardType: {
    map: 'Map',
    dashboard: 'Dashboard',
    report: 'Report',
    dataset: 'Dataset',
    external: 'Link',
    admin: 'Tool',
  },
};
