import { isObject } from '@concordat/runtime/json'

/** Depth down to which members become separate pieces, such as "components", "schemas" and "Pet". */
const LEVELS = 3

/**
 * Splits an object's `JSON.stringify(value, null, 2)` into pieces. One character beyond U+00FF doubles the
 * memory and time that its whole string needs; here, only the piece with the character is affected.
 * @param value JSON.
 */
export function contractJsonPieces(value: object): readonly string[] {
  const pieces: string[] = []
  addObject(value, 0)
  return pieces

  function addObject(object: object, depth: number): void {
    const members = Object.entries(object)
    const indent = '  '.repeat(depth)
    pieces.push(members.length === 0 ? '{' : '{\n')
    for (const [index, [name, member]] of members.entries()) {
      if (index > 0) pieces.push(',\n')
      if (depth + 1 < LEVELS && isObject(member)) {
        pieces.push(`${indent}  ${JSON.stringify(name)}: `)
        addObject(member, depth + 1)
      } else pieces.push(memberText(name, member, depth))
    }
    pieces.push(members.length === 0 ? '}' : `\n${indent}}`)
  }
}

/**
 * Returns a member's text at a given depth. The member is printed inside arrays, so that it is indented. The
 * text of the arrays is then cut off.
 */
function memberText(name: string, member: unknown, depth: number): string {
  let around: unknown = { [name]: member }
  let edge = 2 * depth + 2
  for (let outer = depth - 1; outer >= 0; outer--) {
    around = [around]
    edge += 2 * outer + 2
  }
  return JSON.stringify(around, null, 2).slice(edge, -edge)
}
