import { envelopes, isOutcomeNamed, isVerdictName, problems } from '@concordat/contract/lexicon'
import { isErrorKey, type OperationDescriptor } from '@concordat/runtime/http'
import { isObject, setAt } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import type { Maker } from '../values/maker.ts'

/** Empties the lists around an item, such as errors and messages, if the schema allows that. */
export function withoutListsBeside(around: unknown, schema: Schema, maker: Maker): unknown {
  return emptied(around, schema, { maker, isMeant: () => true })
}

interface Asked {
  readonly operation: Pick<OperationDescriptor, 'responses'>
  readonly world: { readonly maker: Maker }
}

/**
 * Makes a response tell of success: empties the lists, such as `errors`, that describe the problem in the
 * operation's error responses, sets `success` to true, and the code of an outcome to one of success.
 */
export function reportingSuccess(value: unknown, schema: Schema, { operation, world }: Asked): unknown {
  const { maker } = world
  const refusals = Object.entries(operation.responses)
    .filter(([key], _, all) =>
      isErrorKey(
        key,
        all.map(([other]) => other),
      ),
    )
    .flatMap(([, { content = {} }]) => Object.values(content))
  const listed = new Set(
    refusals.flatMap((refusal) =>
      [...maker.schema(refusal.schema).properties]
        .filter(([, member]) => member.values.areLists)
        .map(([name]) => name),
    ),
  )
  const silent = emptied(value, schema, {
    maker,
    isMeant: (name) => problems.complaints.has(name) && listed.has(name),
  })
  if (!isObject(silent)) return silent
  const names = Object.keys(silent)
  const isAround = names.some((name) => envelopes.any.has(name) && !problems.whole.has(name))
  const isOutcome = isOutcomeNamed(isAround ? names.filter((name) => problems.whole.has(name)) : names)
  const said = Object.entries(silent).map(([name, own]) => {
    const { keywords } = schema.property(name)
    const isCode = isOutcome && typeof own === 'number' && problems.status.has(name)
    const better =
      isCode && keywords.examples === undefined ? SUCCESS_CODES : isVerdictName(name) ? [true] : []
    return [name, better.find((each) => schema.property(name).allows(each)) ?? own] as const
  })
  return Object.fromEntries(said)
}

/** Codes in responses that report success, the likeliest first. */
const SUCCESS_CODES = [0, 200]

interface Emptying {
  readonly maker: Maker
  readonly isMeant: (name: string) => boolean
}

/** Empties the chosen lists of an object, if its schema allows that. */
function emptied(value: unknown, { properties }: Schema, { maker, isMeant }: Emptying): unknown {
  return Object.entries(isObject(value) ? value : {})
    .filter(([name, own]) => isMeant(name) && Array.isArray(own) && maker.fits([], properties.get(name)))
    .reduce<unknown>((whole, [name]) => setAt(whole, [name], []), value)
}
