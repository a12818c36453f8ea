import { type AskedValue, looks, numbersLike, textsLike, ValueSubject } from '@concordat/contract/lexicon'
import { withTimesInOrder } from '@concordat/contract/values'
import { isObject } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { ValueWalk } from '@concordat/runtime/schema-view'

/** A part of a generated value. */
interface Beside {
  readonly schema: Schema
  /** The schema's alternative from which the value was generated. */
  readonly branch: Schema
  readonly value: unknown
  /** The value's property names. */
  readonly members: readonly string[]
  /** Name of the property; for items, the name of their list. */
  readonly name: string
  /** Name of the object that contains the property, or of its schema component. */
  readonly of: string
  readonly siblings: readonly string[]
  /** Subject of the values. */
  readonly subject: ValueSubject
}

interface Lifelike {
  readonly schema: Schema
  /** Name of the value. */
  readonly name: string
  /** Returns the next subject's number. */
  readonly next: () => number
}

/**
 * Makes a generated value realistic: its strings and numbers match their names, formats and descriptions.
 * Keeps values that the document lists or gives as defaults or examples, and values for which no valid
 * replacement is found.
 */
export function lifelikeValue(made: unknown, { schema, name, next }: Lifelike): unknown {
  const walk = new ValueWalk<Beside>({
    member(around, member) {
      const { branch, subject } = around
      const value = isObject(around.value) ? around.value[member] : undefined
      const isOfOther = isObject(value) && !looks.addresses.has(member)
      return {
        ...placed(branch.properties.get(member) ?? branch.additionalProperties, value),
        ...{ name: member, of: componentOf(branch) ?? around.name },
        siblings: around.members,
        subject: isOfOther ? new ValueSubject(next()) : subject,
      }
    },
    item({ branch, value, name, of, siblings }, index) {
      const item = Array.isArray(value) ? value[index] : undefined
      return { ...placed(branch.itemAt(index), item), name, of, siblings, subject: new ValueSubject(next()) }
    },
  })
  const told = (isGood: (like: unknown, beside: Beside) => boolean): unknown => {
    const whole = { ...placed(schema, made), name, of: name, siblings: [], subject: new ValueSubject(next()) }
    return walk.map(made, whole, ({ value, beside }, inside) => {
      if (isShown(beside)) return value
      return likes(beside, inside).find((like) => isGood(like, beside)) ?? value
    })
  }
  // Few schemas reject plain parts, so validate these together with the whole value first, and one by one
  // only if that fails.
  const likely = told((like, beside) => isPlain(like, beside) || beside.schema.allows(like))
  return schema.allows(likely) ? likely : told((like, beside) => beside.schema.allows(like))
}

/** True for values that few schemas reject: arrays, objects, and strings without a `pattern`. */
function isPlain(like: unknown, { branch: { keywords } }: Beside): boolean {
  return typeof like === 'object' || (typeof like === 'string' && !('pattern' in keywords))
}

function placed(schema: Schema, value: unknown): Pick<Beside, 'schema' | 'branch' | 'value' | 'members'> {
  return {
    schema,
    branch: branchOf(schema, value),
    value,
    members: isObject(value) ? Object.keys(value) : [],
  }
}

/** Maximum depth of nested alternatives to search. */
const DEEPEST = 5

function branchOf(schema: Schema, value: unknown, depth = 0): Schema {
  const { alternatives } = schema
  if (alternatives.length < 2 || depth > DEEPEST) return schema
  const branch = alternatives.find((each) => each.allows(value))
  return branch === undefined ? schema : branchOf(branch, value, depth + 1)
}

/** True for a value from the document: a constant, a listed value, a default or an example. */
function isShown({ branch: { keywords }, value }: Beside): boolean {
  if ('const' in keywords || 'enum' in keywords) return true
  const { examples = [], example, default: usual } = keywords
  return [usual, example, ...(Array.isArray(examples) ? examples : [])].includes(value)
}

/** Possible replacements for a value, the most likely first. */
function likes(beside: Beside, inside: () => unknown): readonly unknown[] {
  const { value, branch, name, of, siblings, subject } = beside
  if (typeof value === 'object') {
    const now = inside()
    return [now === value || !isObject(now) ? now : withTimesInOrder(now)]
  }
  const { keywords } = branch
  if ('contentEncoding' in keywords || 'contentMediaType' in keywords) return []
  const asked: AskedValue = { name, of, siblings, keywords }
  if (typeof value === 'string') return textsLike(asked, subject)
  return typeof value === 'number' ? [...numbersLike(asked, subject), scattered(value, name)] : []
}

/** A prime. Multiplication and the fifth power modulo it keep different numbers different. */
const BLOCK = 1009
const POWER = 5

/**
 * Another number in the same block of numbers. Generated numbers are consecutive, so their sums and
 * differences would look like relations between properties. The same name keeps different numbers different.
 */
function scattered(value: number, name: string): number {
  if (!Number.isSafeInteger(value)) return value
  const seed = Array.from(name).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % BLOCK, 7)
  const rest = value % BLOCK
  return value - rest + (((rest ** POWER % BLOCK) * (seed + BLOCK)) % BLOCK || rest)
}

/** Name of the schema's component, from its own reference or from the first reference in its composition. */
function componentOf({ own: { $ref, allOf = [], oneOf = [], anyOf = [] } }: Schema): string | undefined {
  const inner = [...allOf, ...(oneOf.length === 1 ? oneOf : []), ...(anyOf.length === 1 ? anyOf : [])]
  const references = [$ref, ...inner.map((part) => (isObject(part) ? part['$ref'] : undefined))]
  const reference = references.find((each) => typeof each === 'string')
  return reference?.slice(reference.lastIndexOf('/') + 1)
}
