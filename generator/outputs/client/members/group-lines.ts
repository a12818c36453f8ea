import type { Operation } from '../../../model/model.ts'

/** Compact form of a group's operations. */
export interface GroupLines {
  /** Common prefix of the operationIds. */
  readonly prefix: string
  /** The word that starts each operation's line. If `isId` is false, the operationId is listed separately. */
  readonly words: readonly { readonly word: string; readonly isId: boolean }[]
}

/**
 * Finds words from which the runtime can derive each operation's name and, where possible, its operationId.
 */
export function clientGroupLines(operations: readonly Operation[]): GroupLines {
  const prefixes = operations.flatMap((operation) => prefixOf(operation) ?? [])
  const counts = Map.groupBy(prefixes, (prefix) => prefix)
  const [common = ''] = [...counts].toSorted(([, one], [, other]) => other.length - one.length)[0] ?? []
  const words = wordsWith(common, operations)
  return { prefix: words === undefined ? '' : common, words: words ?? wordsWith('', operations) ?? [] }
}

/** The part of an operationId that precedes the operation's name in the group. */
function prefixOf({ descriptor: { operationId }, memberName }: Operation): string | undefined {
  // A name is never longer than the word from which it is derived, so longer prefixes are not tried.
  for (let length = operationId.length - memberName.length; length >= 0; length -= 1) {
    const prefix = operationId.slice(0, length)
    if (nameOf(operationId.slice(length), prefix) === memberName) return prefix
  }
  return undefined
}

/** Words for the lines; `undefined` if a name cannot be derived with the prefix. */
function wordsWith(prefix: string, operations: readonly Operation[]): GroupLines['words'] | undefined {
  const words = operations.map(({ descriptor: { operationId }, memberName }) => {
    const word = operationId.slice(prefix.length)
    const isId = operationId.startsWith(prefix) && !/\s/.test(word) && nameOf(word, prefix) === memberName
    return { word: isId ? word : memberName, isId }
  })
  return words.every(({ word }, index) => nameOf(word, prefix) === operations[index]?.memberName)
    ? words
    : undefined
}

/** Function name that the runtime's `operationGroup` derives. */
function nameOf(word: string, prefix: string): string {
  const name = word.replace(/[-/.:]+(.)/g, (_, letter: string) => letter.toUpperCase())
  return prefix === '' ? name : name.charAt(0).toLowerCase() + name.slice(1)
}
