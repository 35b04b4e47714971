export const explorerMessages = {
  explorer: {
    title: 'Explorer',
    lead: 'Tables, maps and charts of your databases.',
  },
};
