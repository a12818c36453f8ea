import { choosing, identifiers } from '@concordat/contract/lexicon'
import type { OperationDescriptor } from '@concordat/runtime/http'
import { isObject, setAt, valueAt } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import type { Maker } from '../values/maker.ts'

interface Choice {
  readonly operation: OperationDescriptor
  readonly query: Readonly<Record<string, unknown>>
  readonly schema: Schema
  readonly maker: Maker
}

/**
 * Returns a response without the properties that a parameter such as `fields` or `$select` offers but that the
 * request does not choose. Identifiers stay, and so does everything that the schema requires.
 */
export function withChosenMembers(value: unknown, { operation, query, schema, maker }: Choice): unknown {
  const left = new Set(
    (operation.parameters ?? []).flatMap(({ name, in: location, schema: written }) => {
      const chosen = query[name]
      if (location !== 'query' || chosen === undefined || !choosing.only.has(name)) return []
      const { types, items, keywords } = maker.schema(written)
      const offered = (types.includes('array') ? items.keywords.enum : keywords.enum) ?? []
      const names = [chosen].flat().map(String)
      return offered.map(String).filter((each) => !names.includes(each) && !identifiers.sure.has(each))
    }),
  )
  if (left.size === 0) return value
  const chosenOf = (item: unknown): unknown =>
    isObject(item) ? Object.fromEntries(Object.entries(item).filter(([name]) => !left.has(name))) : item
  const path = operation.list?.items
  const listed = path === undefined ? undefined : valueAt(value, path)
  const shown = Array.isArray(listed) && path ? setAt(value, path, listed.map(chosenOf)) : chosenOf(value)
  return maker.fits(shown, schema) ? shown : value
}
