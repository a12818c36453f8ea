import { type Asked, looks, numbersLike, textsLike, ValueSubject } from '@concordat/contract/lexicon'
import { inOrder } from '@concordat/contract/values'
import { isObject } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { ValueWalk } from '@concordat/runtime/schema-view'

/** A part of a made-up value. */
interface Beside {
  readonly schema: Schema
  /** The alternative of the schema that the value was made by. */
  readonly branch: Schema
  readonly value: unknown
  /** Names of the members of the value. */
  readonly members: readonly string[]
  /** Name of the member; of the list, for items. */
  readonly name: string
  /** The object that has the member. */
  readonly of: string
  readonly siblings: readonly string[]
  /** Subject that the values describe. */
  readonly subject: ValueSubject
}

interface Lifelike {
  readonly schema: Schema
  /** Name of the value. */
  readonly name: string
  /** The number of the next subject. */
  readonly next: () => number
}

/**
 * A made-up value whose texts and numbers look real, by their names, formats and descriptions. Values that
 * the document shows or lists stay, and so do those that its schema would not allow otherwise.
 */
export function lifelike(made: unknown, { schema, name, next }: Lifelike): unknown {
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
  // Most schemas only give the type of a part: the whole is validated once, and each part only if that fails.
  const likely = told((like, beside) => isPlain(like, beside) || beside.schema.allows(like))
  return schema.allows(likely) ? likely : told((like, beside) => beside.schema.allows(like))
}

/** True for values that hardly any schema refuses: texts without a pattern, arrays and objects. */
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

/** Alternatives of alternatives that are looked into. */
const DEEPEST = 5

function branchOf(schema: Schema, value: unknown, depth = 0): Schema {
  const { alternatives } = schema
  if (alternatives.length < 2 || depth > DEEPEST) return schema
  const branch = alternatives.find((each) => each.allows(value))
  return branch === undefined ? schema : branchOf(branch, value, depth + 1)
}

/** True for a value that the document has: alone or as one of some, by default or as an example. */
function isShown({ branch: { keywords }, value }: Beside): boolean {
  if ('const' in keywords || 'enum' in keywords) return true
  const { examples = [], example, default: usual } = keywords
  return [usual, example, ...(Array.isArray(examples) ? examples : [])].includes(value)
}

/** Possible replacements for a value, the likeliest first. */
function likes(beside: Beside, inside: () => unknown): readonly unknown[] {
  const { value, branch, name, of, siblings, subject } = beside
  if (typeof value === 'object') {
    const now = inside()
    return [now === value || !isObject(now) ? now : inOrder(now)]
  }
  const { keywords } = branch
  if ('contentEncoding' in keywords || 'contentMediaType' in keywords) return []
  const asked: Asked = { name, of, siblings, keywords }
  if (typeof value === 'string') return textsLike(asked, subject)
  return typeof value === 'number' ? numbersLike(asked, subject) : []
}

/** The component that a schema is, by its reference or by the first that it is composed of. */
function componentOf({ own: { $ref, allOf = [], oneOf = [], anyOf = [] } }: Schema): string | undefined {
  const inner = [...allOf, ...(oneOf.length === 1 ? oneOf : []), ...(anyOf.length === 1 ? anyOf : [])]
  const references = [$ref, ...inner.map((part) => (isObject(part) ? part['$ref'] : undefined))]
  const reference = references.find((each) => typeof each === 'string')
  return reference?.slice(reference.lastIndexOf('/') + 1)
}
