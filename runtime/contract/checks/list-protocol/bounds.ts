import type { ParameterDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { rangeEnd } from '../../dictionary/range-names.ts'
import { misfit } from '../../document/misfit.ts'
import { snakeCase } from '../../document/resource-lookup.ts'
import type { Finding } from '../../outcome/finding.ts'
import { checkCount, walkIfAnswered } from './filtered.ts'
import type { Round } from './round.ts'

/** A bound shows what lies within it, and counts that alone. */
export async function checkBound(round: Round, { name, schema }: ParameterDescriptor): Promise<Finding[]> {
  const { context, whole, report } = round
  const { end, of: member = '' } = rangeEnd(name) ?? {}
  if (member === '') return []
  const isLeast = end === 'least'
  const numbersOf = (item: unknown): number[] =>
    Object.entries(isObject(item) ? item : {}).flatMap(([key, value]) =>
      snakeCase(key) === member && typeof value === 'number' ? [value] : [],
    )
  const numbers = whole.items.flatMap(numbersOf)
  if (numbers.length === 0) return []
  const edge = isLeast ? Math.max(...numbers) : Math.min(...numbers)
  const beyond = edge + (isLeast ? 1 : -1)
  // A bound beyond the last item finds nothing: the strongest test, where the schema allows such a value.
  const bound = misfit(beyond, schema, context.document.definitions) === undefined ? beyond : edge
  const walk = await walkIfAnswered(round, { [name]: bound })
  const page = walk?.pages[0]
  if (walk === undefined || page === undefined) return []
  const outside = walk.items.find((item) =>
    numbersOf(item).some((value) => (isLeast ? value < bound : value > bound)),
  )
  if (outside === undefined) return checkCount(round, walk)
  const expected = `only items whose ${member} is ${isLeast ? 'at least' : 'at most'} ${bound}`
  return [report(page, { part: name, expected, received: String(numbersOf(outside)[0]) })]
}
