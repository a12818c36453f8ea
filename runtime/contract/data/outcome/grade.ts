/**
 * Basis of a rule. `documented`: the document states it. `derived`: it follows from the document together
 * with standards such as RFC 9110. `decided`: only an overlay states it.
 */
export type Grade = 'documented' | 'derived' | 'decided'

export const GRADES: readonly Grade[] = ['documented', 'derived', 'decided']

/**
 * True if one of `pointers` is the clause itself or a part that encloses it. Pointers can omit the leading
 * "#".
 */
export function isGradedDecided(clause: string, pointers: Iterable<string>): boolean {
  const place = normalize(clause)
  for (const pointer of pointers) {
    const ancestor = normalize(pointer)
    if (place === ancestor || place.startsWith(`${ancestor}/`)) return true
  }
  return false
}

function normalize(pointer: string): string {
  return pointer.startsWith('#') ? pointer : `#${pointer}`
}
