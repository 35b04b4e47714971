/** The table itself stands in libs/topology, where the libraries that tests use can reach it. */
export * from '@cairn/topology';
