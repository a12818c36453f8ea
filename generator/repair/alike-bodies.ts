import type { Sighting, TrafficObservation } from '@concordat/contract/passive'
import { isObject, memberOf } from '@concordat/runtime/json'
import { fragmentOf } from '@concordat/runtime/pointer'
import type { Edit } from './edit.ts'
import { editPlaceAt } from './place.ts'
import { type RepairWords, schemaSeen, type WrittenSchema } from './schema-of.ts'

/** Names for a schema that describes error responses, in order of preference. */
const NAMES = ['Error', 'ErrorBody', 'Refusal']

/**
 * Finds bodies of undocumented error statuses that have the same schema, and chooses a name for this schema.
 * A service usually uses the same body for all its errors.
 */
export class AlikeBodies {
  readonly #words: RepairWords
  readonly #names = new Map<string, { readonly name: string; readonly schema: WrittenSchema }>()

  constructor(
    observations: readonly TrafficObservation[],
    { document, words }: { readonly document: unknown; readonly words: RepairWords },
  ) {
    this.#words = words
    const refusals = observations.flatMap(({ subject, content, fitting }) =>
      subject.kind === 'status' && subject.status >= 400
        ? [...content].flatMap(([mediaType, seen]) =>
            seen === undefined || (fitting.get(mediaType) ?? []).length > 0 ? [] : [this.#schemaOf(seen)],
          )
        : [],
    )
    const taken = Object.keys(Object(memberOf(memberOf(document, 'components'), 'schemas')))
    for (const [key, group] of Map.groupBy(refusals, (schema) => JSON.stringify(schema))) {
      const [schema] = group
      if (schema === undefined || group.length < 2 || !isObject(schema['properties'])) continue
      const name = freeName(taken)
      taken.push(name)
      this.#names.set(key, { name, schema })
    }
  }

  /**
   * Name of a body's schema; `undefined` if only one error status has such a body, or if the body has no
   * properties.
   */
  nameOf(seen: Sighting): string | undefined {
    return this.#names.get(JSON.stringify(this.#schemaOf(seen)))?.name
  }

  /** Edits that add the named schema of a body, if the document does not have it yet. */
  editsFor(seen: Sighting, document: unknown): readonly Edit[] {
    const known = this.#names.get(JSON.stringify(this.#schemaOf(seen)))
    if (known === undefined) return []
    const { name, schema } = known
    const steps = ['components', 'schemas']
    if (editPlaceAt(document, fragmentOf([...steps, name])) !== undefined) return []
    const path = steps.slice(
      0,
      [1, 2].findLast((length) => editPlaceAt(document, fragmentOf(steps.slice(0, length)))) ?? 0,
    )
    const members = steps
      .slice(path.length)
      .reduceRight<Record<string, unknown>>((inner, step) => ({ [step]: inner }), { [name]: schema })
    return [{ kind: 'merge', path, members }]
  }

  /** The schema without `required`, because that depends on the number of bodies seen. */
  #schemaOf(seen: Sighting): WrittenSchema {
    return withoutRequired(schemaSeen(seen, this.#words))
  }
}

function withoutRequired(schema: WrittenSchema): WrittenSchema {
  const { required: _, ...rest } = schema
  return Object.fromEntries(
    Object.entries(rest).map(([name, value]) => {
      if (name === 'items' && isObject(value)) return [name, withoutRequired(value)]
      if (name !== 'properties' || !isObject(value)) return [name, value]
      const members = Object.entries(value).map(([member, inner]) => [
        member,
        isObject(inner) ? withoutRequired(inner) : inner,
      ])
      return [name, Object.fromEntries(members)]
    }),
  )
}

function freeName(taken: readonly string[]): string {
  const free = NAMES.find((name) => !taken.includes(name))
  if (free !== undefined) return free
  let number = 2
  while (taken.includes(`Error${number}`)) number++
  return `Error${number}`
}
