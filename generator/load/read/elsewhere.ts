import { isContainer } from '../source/json.ts'

/**
 * True if a tree has a text that may be a reference to another file, in an example too: a quick look at what `Reader` reads with care.
 * Hardly any document has one.
 */
export function mayReferElsewhere(node: unknown): boolean {
  if (!isContainer(node)) return false
  for (const name in node) {
    const value = node[name]
    if (isContainer(value)) {
      if (mayReferElsewhere(value) || (name === 'mapping' && Object.values(value).some(leadsElsewhere)))
        return true
    } else if ((name === '$ref' || name === 'defaultMapping') && leadsElsewhere(value)) return true
  }
  return false
}

function leadsElsewhere(value: unknown): boolean {
  return typeof value === 'string' && !value.startsWith('#')
}
