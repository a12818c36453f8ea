/** Answers that browsers, caches and range requests get, and that documents hardly name. @see RFC 9110, 14, 15.4.5 */
export const BY_PROTOCOL: readonly number[] = [206, 304]
