/**
 * About the heap of a render thread of the report server, in megabytes. Without limits Node takes as much as the machine has to spare,
 * which says nothing about what a report needs.
 */
export const RENDER_HEAP = ['--max-old-space-size=256', '--max-semi-space-size=8'];
