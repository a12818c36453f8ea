import { isObject } from '@concordat/runtime/json'
import { stepsOf } from '@concordat/runtime/pointer'
import type { Issue } from '@concordat/runtime/schema'
import {
  branchesOf,
  type FlatSchema,
  flatSchema,
  propertiesOf,
  requiredOf,
  typesOf,
} from '../document/flat-schema.ts'
import { misfit } from '../document/misfit.ts'
import { depthLimit } from './depth-limit.ts'
import { isKept } from './same.ts'
import { sampleNumber } from './sample-number.ts'
import type { SampleOptions, Variant } from './sample-options.ts'
import { sampleString } from './sample-string.ts'
import { inOrder } from './time-order.ts'
import { HARD_DEPTH, LONGEST_MADE, Unmakeable } from './unmakeable.ts'

/** Deeper optional members are left out: a recursive schema has no end otherwise. */
const MAX_DEPTH = 5
/** Alternatives that are tried in turn. */
const MOST_BRANCHES = 8

/**
 * Makes a value that is valid by the schema, from example, default, enum, format, pattern and bounds in that order.
 * @throws Unmakeable when it cannot: the message names the property and why.
 */
export function sample(schema: unknown, options: SampleOptions): unknown {
  const { definitions, hint = 'value' } = options
  const deepest = depthLimit(schema, definitions, MAX_DEPTH)
  const others = VARIANTS.filter((variant) => variant !== options.variant)
  let issue: Issue | undefined
  for (const variant of [options.variant, ...others]) {
    let value = sampleAt(schema, { ...options, variant, deepest }, 0)
    let found = misfit(value, schema, definitions)
    for (let times = 0; found !== undefined && times < MOST_FORBIDDEN; times++) {
      const rest = withoutForbidden(value, found)
      if (rest === value) break
      value = rest
      found = misfit(value, schema, definitions)
    }
    if (found === undefined) return value
    issue ??= found
  }
  throw new Unmakeable(
    `no value for "${hint}" was found that fits its schema: ${issue?.instancePath} ${issue?.message}`,
  )
}

/** Members that one part of an `allOf` names and another forbids. */
const MOST_FORBIDDEN = 50

/** A value without the member that an issue forbids; the value itself where it is about something else. */
function withoutForbidden(value: unknown, { params, instancePath }: Issue): unknown {
  const name = params['additionalProperty'] ?? params['unevaluatedProperty']
  if (typeof name !== 'string') return value
  const [step, ...rest] = stepsOf(instancePath)
  return without(value, { name, step, rest })
}

interface Forbidden {
  readonly name: string
  readonly step: string | undefined
  readonly rest: readonly string[]
}

function without(value: unknown, { name, step, rest: [next, ...rest] }: Forbidden): unknown {
  if (step === undefined) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return value
    return Object.fromEntries(Object.entries(value).filter(([own]) => own !== name))
  }
  if (Array.isArray(value))
    return value.map((item, index) =>
      String(index) === step ? without(item, { name, step: next, rest }) : item,
    )
  if (!isObject(value)) return value
  return { ...value, [step]: without(value[step], { name, step: next, rest }) }
}

/** What is tried instead of a value that does not fit: the more members, the more it says. */
const VARIANTS: readonly Variant[] = ['full', 'required']

/** What a value is made of, and where in it optional members end. */
interface PartOptions extends SampleOptions {
  readonly deepest: number
}

/** Of alternatives of which a value may fit one alone, the first is not always such a one. */
function sampleAt(schema: unknown, options: PartOptions, depth: number): unknown {
  const { definitions } = options
  const branches = branchesOf(schema, definitions)
  if (branches.length < 2) return sampleOne(schema, options, depth)
  let failure: unknown
  let misfitting: { readonly value: unknown } | undefined
  for (const branch of branches.slice(0, MOST_BRANCHES)) {
    try {
      const value = sampleOne(branch, options, depth)
      if (misfit(value, schema, definitions) === undefined) return value
      misfitting ??= { value }
    } catch (error) {
      if (!(error instanceof Unmakeable)) throw error
      failure ??= error
    }
  }
  if (misfitting === undefined) throw failure
  return misfitting.value
}

function sampleOne(schema: unknown, options: PartOptions, depth: number): unknown {
  const flat = flatSchema(schema, options.definitions)
  const given = givenValue(schema, flat, options)
  if (given !== undefined) return given.value
  if (depth > HARD_DEPTH)
    throw new Unmakeable(`"${options.hint ?? 'value'}" has a schema without a finite value`)
  const type = typesOf(flat).find((name) => name !== 'null') ?? typesOf(flat)[0]
  if (type === 'object') return sampleObject(flat, options, depth)
  if (type === 'array') return sampleArray(flat, options, depth)
  if (type === 'boolean') return options.other !== true
  if (type === 'integer' || type === 'number') return sampleNumber(flat, options)
  if (type === 'null') return null
  if (type === 'string' || 'format' in flat || 'pattern' in flat) return sampleString(flat, options)
  return {}
}

function isSmall(variant: Variant): boolean {
  return variant === 'required' || variant === 'brief'
}

/** A value that the document itself gives. Examples are often those of an older schema: only those that fit count. */
function givenValue(
  schema: unknown,
  flat: FlatSchema,
  { variant, other, definitions }: SampleOptions,
): { value: unknown } | undefined {
  if ('const' in flat) return { value: flat['const'] }
  const examples = [
    ...('example' in flat ? [flat['example']] : []),
    ...(Array.isArray(flat['examples']) ? flat['examples'] : []),
  ]
  const defaults = 'default' in flat && flat['default'] !== null ? [flat['default']] : []
  const listed: readonly unknown[] = Array.isArray(flat['enum']) ? flat['enum'] : []
  // null comes last among the values that a schema lists.
  const choices = listed.some((value) => value !== null) ? listed.filter((value) => value !== null) : listed
  const candidates = [
    ...(variant === 'example' || variant === 'brief' ? examples : []),
    ...defaults,
    ...choices,
  ]
  const fitting = candidates.filter((value) => misfit(value, schema, definitions) === undefined)
  const found = fitting.find(
    (value) => other === undefined || JSON.stringify(value) !== JSON.stringify(other),
  )
  if (found !== undefined) return { value: found }
  return choices.length > 0
    ? { value: fitting.find((value) => choices.includes(value)) ?? choices[0] }
    : undefined
}

function sampleObject(flat: FlatSchema, options: PartOptions, depth: number): Record<string, unknown> {
  const required = requiredOf(flat, options.definitions)
  const isWanted = (name: string): boolean =>
    required.has(name) || (!isSmall(options.variant) && depth < options.deepest)
  const { other: _, ...inner } = options
  const members = [...propertiesOf(flat, options.definitions)].filter(([name]) => isWanted(name))
  const made = members.flatMap(([name, schema]): [string, unknown][] => {
    try {
      return [[name, sampleAt(schema, { ...inner, hint: name }, depth + 1)]]
    } catch (error) {
      // An optional member that cannot be made is left out.
      if (error instanceof Unmakeable && !required.has(name)) return []
      throw error
    }
  })
  const known = new Set(made.map(([name]) => name))
  const unnamed = [...required].filter((name) => !known.has(name))
  const rest = isObject(flat['additionalProperties']) ? flat['additionalProperties'] : true
  const extra = unnamed.map((name): [string, unknown] => [
    name,
    sampleAt(rest, { ...inner, hint: name }, depth + 1),
  ])
  const value = inOrder(Object.fromEntries([...made, ...extra]))
  if (!takesAnyName(flat) || !isKept(value, options.other)) return value
  // Adding to a value and changing what it has are two ways of a server.
  const texts = Object.entries(Object(options.other)).filter(([, text]) => typeof text === 'string')
  const [changed] = texts.map(([name]) => name)
  const names = [...(changed === undefined ? [] : [changed]), inner.names.tag()]
  const schema = typesOf(flatSchema(rest, options.definitions)).length > 0 ? rest : { type: 'string' }
  const differing = names.map(
    (name) => [name, sampleAt(schema, { ...inner, hint: name }, depth + 1)] as const,
  )
  return { ...value, ...Object.fromEntries(differing) }
}

/** Whether the schema says that an object may have members of any name. */
function takesAnyName(flat: FlatSchema): boolean {
  const { additionalProperties: others = false } = flat
  return others !== false && !('propertyNames' in flat || 'maxProperties' in flat)
}

function sampleArray(flat: FlatSchema, options: PartOptions, depth: number): unknown[] {
  const least = typeof flat['minItems'] === 'number' ? flat['minItems'] : 0
  const most = typeof flat['maxItems'] === 'number' ? flat['maxItems'] : Number.POSITIVE_INFINITY
  if (least > LONGEST_MADE)
    throw new Unmakeable(
      `"${options.hint ?? 'value'}" must have ${least} items, which is more than a request holds`,
    )
  const wanted = isSmall(options.variant) || depth >= options.deepest ? least : Math.max(least, 1)
  const prefix = Array.isArray(flat['prefixItems']) ? flat['prefixItems'] : []
  const { other: _, ...inner } = options
  return Array.from({ length: Math.min(wanted, most) }, (_item, index) =>
    sampleAt(prefix[index] ?? flat['items'] ?? true, inner, depth + 1),
  )
}
