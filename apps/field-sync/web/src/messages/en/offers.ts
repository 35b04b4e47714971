/** The lists that fields offer. */
export const offersMessages = {
  offers: {
    projects: {
      loading: 'Loading projects…',
      found_one: '1 project found. Choose it or type a name.',
      found_other: '{{count}} projects found. Choose one or type a name.',
      first: '{{total}} projects are listed, and there may be more. Choose one or type a name.',
      none: 'No projects found. Check which account the server uses, or type a name.',
    },
    geopackages: {
      loading: 'Loading GeoPackages…',
      found_one: '1 GeoPackage found. Choose it or type a path.',
      found_other: '{{count}} GeoPackages found. Choose one or type a path.',
      none: 'No GeoPackage found. Add one to the project, or type its path.',
    },
    retry: 'Try again',
  },
};
