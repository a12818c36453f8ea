import { isObject, memberOf } from '../json/json.ts'
import type { Schema } from './schema.ts'

/** A part of a value and its companion. */
export interface Part<Beside> {
  readonly value: unknown
  readonly beside: Beside
  /** Property names and indexes, starting from the whole value. */
  readonly path: readonly string[]
}

/**
 * Functions that derive a part's companion from the companion of the surrounding value. They return
 * `undefined` if the part should not be visited. `value` is the part.
 */
export interface Steps<Beside> {
  member(beside: Beside, name: string, value: unknown): Beside | undefined
  item(beside: Beside, index: number, value: unknown): Beside | undefined
}

/** Results for the parts of a value, by name or index, in the value's order. */
type Made<Result> = readonly (readonly [step: string, result: Result])[]

/** Walks a value together with a companion, such as its schema or another value. */
export class ValueWalk<Beside> {
  readonly #steps: Steps<Beside>

  constructor(steps: Steps<Beside>) {
    this.#steps = steps
  }

  /**
   * Builds a result from a value and its parts.
   * @param make `inside` builds the result for each part; if it is not called, the walk does not go deeper.
   */
  fold<Result>(
    value: unknown,
    beside: Beside,
    make: (part: Part<Beside>, inside: () => Made<Result>) => Result,
  ): Result {
    const madeOf = (part: Part<Beside>): Result =>
      make(part, () => this.#partsOf(part).map((inner) => [inner.path.at(-1) ?? '', madeOf(inner)]))
    return madeOf({ value, beside, path: [] })
  }

  /**
   * A copy of a value with changed parts; the value itself if nothing changes.
   * @param change `inside` returns the part with its own parts changed. A property that becomes `undefined`
   * is omitted.
   */
  map(
    value: unknown,
    beside: Beside,
    change: (part: Part<Beside>, inside: () => unknown) => unknown,
  ): unknown {
    return this.fold<unknown>(value, beside, (part, inside) =>
      change(part, () => withParts(part.value, inside())),
    )
  }

  /**
   * Yields the value and its parts, each before its own parts.
   * @param deepest maximum length of a path.
   */
  *parts(
    value: unknown,
    beside: Beside,
    deepest: number = Number.POSITIVE_INFINITY,
  ): Generator<Part<Beside>> {
    const waiting: Part<Beside>[] = [{ value, beside, path: [] }]
    for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
      yield part
      if (part.path.length < deepest) waiting.push(...this.#partsOf(part).toReversed())
    }
  }

  #partsOf({ value, beside, path }: Part<Beside>): Part<Beside>[] {
    const at = (step: string, inner: unknown, own: Beside | undefined): Part<Beside>[] =>
      own === undefined ? [] : [{ value: inner, beside: own, path: [...path, step] }]
    if (Array.isArray(value))
      return value.flatMap((item, index) => at(String(index), item, this.#steps.item(beside, index, item)))
    if (!isObject(value)) return []
    return Object.entries(value).flatMap(([name, member]) =>
      at(name, member, this.#steps.member(beside, name, member)),
    )
  }
}

function withParts(value: unknown, parts: Made<unknown>): unknown {
  if (parts.every(([step, made]) => made === memberOf(value, step))) return value
  const changed = new Map(parts)
  const now = (step: string, own: unknown): unknown => (changed.has(step) ? changed.get(step) : own)
  if (Array.isArray(value)) return value.map((item, index) => now(String(index), item))
  const members = Object.entries(Object(value)).map(([name, own]) => [name, now(name, own)] as const)
  return Object.fromEntries(members.filter(([, made]) => made !== undefined))
}

/**
 * Walks a value together with its schema. Properties that the schema does not name get a schema that allows
 * anything.
 */
export const schemaWalk: ValueWalk<Schema> = /* @__PURE__ */ new ValueWalk<Schema>({
  member: (schema, name) => schema.property(name),
  item: (schema, index) => schema.itemAt(index),
})
