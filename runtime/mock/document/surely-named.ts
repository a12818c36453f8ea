import { identifierInPath } from '@concordat/contract/document'
import { identifiers } from '@concordat/contract/lexicon'
import { isObject } from '@concordat/runtime/json'

/**
 * Returns the property that certainly identifies an item, and its value; `undefined` if the item has none.
 */
export function surelyNamedInExample(
  value: unknown,
): { readonly member: string; readonly id: string } | undefined {
  if (!isObject(value)) return undefined
  for (const member of identifiers.sure.among(Object.keys(value))) {
    const id = identifierInPath(value[member])
    if (id !== undefined) return { member, id }
  }
  return undefined
}
