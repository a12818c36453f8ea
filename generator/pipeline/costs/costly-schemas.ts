import { forEachSubschema, type KEYWORDS, keywordRow, keywordsOf } from '@concordat/runtime/subschemas'
import type { Problem } from '../../errors/problem.ts'
import type { Model } from '../../model/model.ts'
import type { NamedSchema } from '../../model/schema/named-schema.ts'
import type { Located } from './located.ts'

type JsonSchema = NamedSchema['schema']

/**
 * Maximum number of times that one part of a value is validated without a warning. Servers allow a million
 * steps for a value, plus a thousand for each of its parts.
 */
const MOST_TIMES = 1000

/**
 * Warns about schemas that validate a part of a value so often that generated servers reject large values.
 * Recursive references do not count, because servers cache the verdict on each part of a value.
 */
export function costlySchemas({ model, locate }: Located<Pick<Model, 'schemas'>>): Problem[] {
  const costs = new Costs(model.schemas)
  const isCostly = (name: string): boolean => costs.of(name) > MOST_TIMES
  return model.schemas.flatMap(({ name, pointer, schema, view }): Problem[] => {
    // If one costly schema refers to another, only the innermost one contains the mistake.
    if (view === 'write' || !isCostly(name) || namesIn(schema).some(isCostly)) return []
    return [
      {
        code: 'schema-costly',
        severity: 'warning',
        place: locate(pointer),
        message: `Validation against the schema "${name}" can check one part of a value more than ${MOST_TIMES} times, because several schemas check the same property and each of them leads to several more. Generated servers reject a value if its validation takes more than a million steps plus a thousand for each part.`,
        fix: 'describe each property in one place, or distinguish alternatives with a `discriminator`.',
      },
    ]
  })
}

/**
 * Maximum number of validations of each part of a value, such as the value itself, a property, or the items.
 */
type Times = Map<string | symbol, number>

const ITSELF = Symbol('the value itself')
const BY_PATTERN = Symbol('a property by a pattern')
const OTHER = Symbol('a property that no other keyword names')
const ITEM = Symbol('an item')

const STEPS: Partial<Readonly<Record<keyof typeof KEYWORDS, symbol>>> = {
  patternProperties: BY_PATTERN,
  additionalProperties: OTHER,
  unevaluatedProperties: OTHER,
  items: ITEM,
  contains: ITEM,
  unevaluatedItems: ITEM,
}

const sum = (one: number, other: number): number => one + other

function join(into: Times, times: Times, how: (one: number, other: number) => number): void {
  for (const [step, count] of times) into.set(step, how(into.get(step) ?? 0, count))
}

/** Counts how often named schemas validate one part of a value. */
class Costs {
  readonly #schemas: ReadonlyMap<string, NamedSchema>
  readonly #times = new Map<string, Times>()
  readonly #costs = new Map<string, number>()

  constructor(schemas: readonly NamedSchema[]) {
    this.#schemas = new Map(schemas.map((schema) => [schema.name, schema]))
    for (const { name } of schemas) this.#settle(name)
  }

  /** Number of validations of the part that is validated most often. */
  of(name: string): number {
    return this.#costs.get(name) ?? 1
  }

  /**
   * Counts the validations of a schema after those of the schemas to which it refers. A recursive reference
   * adds nothing. The stack is explicit, because reference chains can exceed the call stack.
   */
  #settle(first: string): void {
    const stack = [{ name: first, isLeft: false }]
    for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
      const { name, isLeft } = entry
      const schema = this.#schemas.get(name)?.schema ?? true
      if (isLeft) {
        const times = this.#timesIn(schema)
        this.#times.set(name, times)
        this.#costs.set(name, this.#most(times))
      } else if (!this.#times.has(name)) {
        this.#times.set(name, new Map())
        stack.push(
          { name, isLeft: true },
          ...namesIn(schema).map((inner) => ({ name: inner, isLeft: false })),
        )
      }
    }
  }

  #most(times: Times): number {
    const byPattern = times.get(BY_PATTERN) ?? 0
    const all = [...times].map(([step, count]) => (typeof step === 'string' ? count + byPattern : count))
    return Math.max(1, ...all)
  }

  #timesIn(schema: JsonSchema): Times {
    const keywords = keywordsOf(schema)
    const times: Times = new Map([[ITSELF, 1]])
    const name = nameOf(schema)
    if (name !== undefined) join(times, this.#times.get(name) ?? new Map(), sum)
    // A discriminator selects a single alternative.
    const alternatives: Times = new Map()
    forEachSubschema(keywords, (inner, first, step) => {
      const keyword = String(first)
      if (keywordRow(keyword)?.kind === 'in-place') {
        const isChosen = keywords.discriminator !== undefined && /^(one|any)Of$/.test(keyword)
        join(isChosen ? alternatives : times, this.#timesIn(inner), isChosen ? Math.max : sum)
      } else if (keywordRow(keyword)?.kind === 'child') {
        const own = STEPS[keyword as keyof typeof STEPS] ?? `${keyword} ${step}`
        join(times, new Map([[own, this.#costIn(inner)]]), sum)
      }
    })
    join(times, alternatives, sum)
    return times
  }

  #costIn(schema: JsonSchema): number {
    const name = nameOf(schema)
    const isAlone = name !== undefined && Object.keys(keywordsOf(schema)).length === 1
    return isAlone ? this.of(name) : this.#most(this.#timesIn(schema))
  }
}

/** Name of the schema to which a schema refers. */
function nameOf(schema: JsonSchema): string | undefined {
  return /^#\/\$defs\/(.+)$/.exec(keywordsOf(schema).$ref ?? '')?.[1]
}

/** Names of all schemas to which a schema and its subschemas refer. */
function namesIn(schema: JsonSchema): string[] {
  const names = [nameOf(schema) ?? []].flat()
  forEachSubschema(keywordsOf(schema), (inner) => void names.push(...namesIn(inner)))
  return names
}
