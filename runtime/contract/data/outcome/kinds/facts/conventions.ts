/** Behaviors that servers often have everywhere, because their frameworks do, as sentences of remarks. */
export const CONVENTIONS = {
  'no 405': 'The server rejects undocumented methods with a status other than 405 (RFC 9110, 15.5.6).',
  'no Allow': 'The server sends no "Allow" header with 405 (RFC 9110, 15.5.6).',
  'no challenge': 'The server sends no "WWW-Authenticate" header with 401 (RFC 9110, 15.5.2).',
  'text for numbers': 'The server accepts strings such as "5" and "true" for numbers and booleans.',
  'any media type': 'The server reads a body as JSON whatever its media type, so any web page can send one.',
} as const

export type Convention = keyof typeof CONVENTIONS

/** The conventions among the facts that a run determined. */
export function conventionsAmong(facts: ReadonlyMap<string, unknown>): readonly Convention[] {
  return (Object.keys(CONVENTIONS) as Convention[]).filter((convention) => facts.get(convention) === true)
}
