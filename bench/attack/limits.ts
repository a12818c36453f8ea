/**
 * CPU seconds for which an attacker may keep all other clients of a server waiting, by the attacker's
 * credentials.
 */
const silence = { nothing: 0.3, token: 1, key: 1 } as const

/**
 * Credentials that an attacker has for a server. A token is easy to get, because every web page that sends
 * events contains one.
 */
export type Has = keyof typeof silence

/** Limits for an attempt. The memory limit is what a small container can spare. */
export const limits = {
  silence,
  /** MB (2^20) above the memory in use at the start. */
  megabytes: 600,
  /**
   * CPU seconds for each MB of decompressed requests and of responses; a total of less than 1 MB counts as 1
   * MB.
   */
  processor: 0.1,
  /**
   * CPU seconds for each request; `part` is added for each part that is handled individually, such as an
   * event.
   */
  request: 0.002,
  part: 0.00002,
} as const
