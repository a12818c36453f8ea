import type { ProblemAtPointer } from '../../errors/problem-at-pointer.ts'

/** @see RFC 9110, 5.6.2 */
const TOKEN = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/

/** True if HTTP allows the name for a header or a cookie. @see RFC 9110, 5.1; RFC 6265, 4.1.1 */
export function isFieldName(name: string): boolean {
  return TOKEN.test(name)
}

/**
 * Creates the problem for a name that HTTP does not allow. Neither clients nor servers can send such a name,
 * and `Headers` throws an error for it.
 */
export function fieldNameNotAllowed(
  place: string,
  {
    name,
    of,
    reading = 'if it were not there',
    fix = 'write only the name, with characters that HTTP allows.',
  }: {
    readonly name: string
    readonly of: 'header' | 'cookie'
    readonly reading?: string
    readonly fix?: string
  },
): ProblemAtPointer {
  const allowed = `ASCII letters, digits and !#$%&'*+-.^_\`|~`
  return {
    code: 'field-name-not-allowed',
    severity: 'warning',
    place,
    message: `"${name}" cannot be the name of a ${of}; HTTP allows ${allowed}.`,
    reading,
    fix,
  }
}
