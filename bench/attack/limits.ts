/** Seconds of the processor in which nobody else is answered, by the caller's credentials. */
const silence = { nothing: 0.3, token: 1, key: 1 } as const

/** Credentials that an attacker has of a server. A token stands in every page that sends events. */
export type Has = keyof typeof silence

/** Limits that no attempt may exceed. Memory is what a small container has to spare. */
export const limits = {
  silence,
  /** MB (2^20) above those at the start. */
  megabytes: 600,
  /**
   * Processor seconds for each decompressed MB that came and was answered; a
   * smaller request counts as one MB.
   */
  processor: 0.1,
  /** The same for each request, and for each part that is handled by itself, such as an event. */
  request: 0.002,
  part: 0.00002,
} as const
