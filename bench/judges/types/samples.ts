import { schemaIn } from '@concordat/contract/document'
import {
  type Names,
  namesOfRun,
  randomValue,
  Unmakeable,
  type Variant,
  validValue,
} from '@concordat/contract/values'
import { isObject, valueAt } from '@concordat/runtime/json'
import { linearPattern } from '@concordat/runtime/linear-pattern'
import { stepsOf } from '@concordat/runtime/pointer'
import {
  createValidator,
  type Issue,
  type JsonSchema,
  type SchemaObject,
  type Validate,
} from '@concordat/runtime/schema'
import type { Model } from '../../../generator/model/model.ts'
import type { NamedSchema } from '../../../generator/model/schema/named-schema.ts'
import { mutated } from './mutate.ts'
import { declaring, hasParts, isOfObjects, isSomewhere, literalOf, saidOf } from './said.ts'

/** Reasons why nothing is required of a type. */
export const REASONS = {
  unsaid: 'A type cannot express what the validator rejects.',
  implied:
    'A schema that lists properties or items but has no type gets an object or list type; values of other types are valid too.',
  undeclared:
    'A literal can have only the properties that its type declares, but an open object may have others.',
  discriminator:
    'In types, a discriminator distinguishes the kinds. The validator of one kind, or of their base, checks only its own properties.',
  likeObject:
    'Strings and lists have properties such as "length", so they are assignable to an object type with only optional properties. An intersection with such a type accepts any value.',
} as const

/** A value for a schema, and the verdict expected of the schema's type. */
export interface Sample {
  readonly schema: string
  readonly value: unknown
  /** The expected verdict, or the reason why there is none. */
  readonly wanted: 'compiles' | 'refused' | keyof typeof REASONS
}

const VARIANTS: readonly Variant[] = ['full', 'required', 'example']

/** Modified values per schema. */
const CHANGED = 8

/**
 * Maximum length of a literal. Longer ones take a long time to check, and reveal nothing that shorter ones do
 * not.
 */
const LONGEST = 4_000

type Definitions = Readonly<Record<string, JsonSchema>>
type Compile = (schema: JsonSchema) => Validate

/** Creates values for a document's schemas, each with the verdict expected of its type. */
export class Sampler {
  readonly #definitions: Definitions
  readonly #names: Names
  readonly #allowed: Compile
  readonly #open: Compile
  readonly #closed: Compile
  readonly #literal: Compile

  constructor({ schemas }: Model, seed: string) {
    const definitions = Object.fromEntries(schemas.map(({ name, schema }) => [name, schema]))
    this.#definitions = definitions
    this.#names = namesOfRun(seed)
    const same = (schema: JsonSchema) => schema
    const open = (schema: JsonSchema) => saidOf(schema, { isOpen: true })
    const closed = (schema: JsonSchema) => saidOf(schema, { isOpen: false })
    this.#allowed = validatorsOf(definitions, { definition: same, root: same })
    this.#open = validatorsOf(definitions, { definition: open, root: open })
    this.#closed = validatorsOf(definitions, { definition: closed, root: closed })
    this.#literal = validatorsOf(definitions, { definition: declaring, root: literalOf })
  }

  /** Returns samples: values that the kit creates, variants of them with one change, and `others`. */
  samplesOf({ name, schema }: NamedSchema, others: readonly unknown[] = []): readonly Sample[] {
    const made = this.#made(schema)
    const changed = made.flatMap((value) =>
      Array.from({ length: Math.ceil(CHANGED / made.length) }, () => mutated(value, this.#names.random)),
    )
    const demand = this.#demands(schema)
    const values = new Map([...made, ...changed, ...others].map((value) => [JSON.stringify(value), value]))
    return [...values]
      .filter(([text, value]) => text.length <= LONGEST && isLiteral(value))
      .map(([, value]) => ({ schema: name, value, wanted: demand(value) }))
  }

  /**
   * Returns a function that gives the expected verdict of the schema's type on a value, or the reason why
   * there is none.
   */
  #demands(schema: JsonSchema): (value: unknown) => Sample['wanted'] {
    const allowed = this.#allowed(schema)
    const isComposed = hasParts(schema, this.#definitions)
    const hasObjects = isSomewhere(schema, this.#definitions, isOfObjects)
    const said = isComposed ? this.#open(schema) : this.#closed(schema)
    const literal = this.#literal(schema)
    const hasKinds = isSomewhere(schema, this.#definitions, isBaseOfKinds)
    return (value) => {
      const isAllowed = allowed(value).length === 0
      const [issue] = said(value)
      if (issue !== undefined && isAllowed) return 'implied'
      if (issue !== undefined)
        return hasObjects && isLikeObject(value, issue, isComposed) ? 'likeObject' : 'refused'
      if (!isAllowed) return 'unsaid'
      if (hasKinds) return 'discriminator'
      return literal(value).length === 0 ? 'compiles' : 'undeclared'
    }
  }

  #made(schema: JsonSchema): readonly unknown[] {
    const wanted = schemaIn({ definitions: this.#definitions }, schema)
    const ways = [
      ...VARIANTS.map((variant) => () => validValue(wanted, { names: this.#names, variant, hint: 'value' })),
      () => randomValue(wanted, { random: this.#names.random }),
    ]
    return ways.flatMap((way) => {
      try {
        return [way()]
      } catch (error) {
        if (error instanceof Unmakeable) return []
        throw error
      }
    })
  }
}

/** True for a schema that has a discriminator to tell its kinds apart, but no alternatives of its own. */
function isBaseOfKinds({ discriminator, anyOf, oneOf }: SchemaObject): boolean {
  return discriminator !== undefined && (anyOf ?? oneOf) === undefined
}

/** True if a value is not an object where one is expected, but can be assigned to the object type. */
function isLikeObject(
  value: unknown,
  { keyword, message, instancePath }: Issue,
  isComposed: boolean,
): boolean {
  if (keyword !== 'anyOf' && !(keyword === 'type' && message.includes('an object'))) return false
  const found = valueAt(value, stepsOf(instancePath))
  return typeof found === 'string' || Array.isArray(found) || (isComposed && typeof found !== 'object')
}

/** True if the value's JSON, written as a literal in a program, yields the same value. */
function isLiteral(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isLiteral)
  if (!isObject(value)) return value !== undefined
  return Object.entries(value).every(([name, member]) => name !== '__proto__' && isLiteral(member))
}

function validatorsOf(
  definitions: Definitions,
  { definition, root }: Readonly<Record<'definition' | 'root', (schema: JsonSchema) => JsonSchema>>,
): Compile {
  const changed = Object.entries(definitions).map(([name, schema]) => [name, definition(schema)] as const)
  const compile = createValidator(Object.fromEntries(changed), {
    maxIssues: 1,
    compilePattern: linearPattern({ tooLong: 'accept' }),
  })
  return (schema) => compile(root(schema))
}
