/** The table is in libs/topology, so that the test libraries can import it. */
export * from '@cairn/topology';
