/**
 * What no body may do to a service. A probe of its health waits some seconds before it calls a service dead, and memory is
 * what a small container has to spare.
 */
export const limits = { silenceMs: 2000, megabytesAbove: 600 } as const
