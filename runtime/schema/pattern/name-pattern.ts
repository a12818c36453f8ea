/** True if at least one of the names matches a pattern, in which "*" stands for any string. */
export function fitsNamePattern(pattern: string, names: readonly string[]): boolean {
  const [head = '', ...rest] = pattern.split('*')
  const tail = rest.pop()
  if (tail === undefined) return names.includes(pattern)
  return names.some((name) => {
    if (name.length < head.length + tail.length || !name.startsWith(head) || !name.endsWith(tail))
      return false
    let middle = name.slice(head.length, name.length - tail.length)
    for (const part of rest) {
      const found = middle.indexOf(part)
      if (found < 0) return false
      middle = middle.slice(found + part.length)
    }
    return true
  })
}
