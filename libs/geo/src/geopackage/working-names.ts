/** What a working copy calls the key of its rows, which counts them, and their geometry. */
export const WORKING_KEY = 'cairn_fid';
export const WORKING_GEOMETRY = 'cairn_geom';
