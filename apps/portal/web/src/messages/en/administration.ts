export const administrationMessages = {
  administration: {
    title: 'Administration',
    lead: 'Users, access and the home page.',
    people: 'People',
    access: 'Access',
    portal: 'Portal',
  },
};
