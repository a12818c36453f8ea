import { identifierInPath } from '@concordat/contract/document'
import { texts, USUAL_IDENTIFIER } from '@concordat/contract/lexicon'
import type { KnownResource } from '../document/known-resource.ts'
import type { Maker } from '../values/maker.ts'

/** Maximum number of values to generate from one schema in search of a free name. */
const MOST_TRIES = 20

/** An item's name, as text in its path and as the value of its property. */
interface ItemName {
  readonly text: string
  readonly value: unknown
}

interface ItemNamesOptions {
  readonly known: KnownResource
  readonly maker: Maker
  /** Names of all the resource's items, at all paths and for all tenants. */
  readonly anywhere: Set<string>
  /** Names of the items at one path. */
  readonly here: { has(name: string): boolean }
}

/**
 * The names of the items at one path. Clients can choose any name that is free at the path; names chosen by
 * the mock are unique everywhere, if possible.
 */
export class ItemNames {
  readonly #options: ItemNamesOptions

  constructor(options: ItemNamesOptions) {
    this.#options = options
  }

  isTaken(name: string, where: 'here' | 'anywhere'): boolean {
    return this.#options[where].has(name)
  }

  take(name: string): void {
    this.#options.anywhere.add(name)
  }

  /** True if the document lists the possible names, and all of them are in use at the path. */
  get areAllTaken(): boolean {
    return this.#listed()?.every((name) => this.isTaken(name, 'here')) ?? false
  }

  /** Converts a name to the type that the item's schema specifies for it. */
  spelled(text: string): ItemName {
    const { known, maker } = this.#options
    const value = [text, Number(text)].find((each) => maker.fits(each, known.idSchema)) ?? text
    return { text, value }
  }

  /** A new name. */
  make(): ItemName {
    const { maker, anywhere } = this.#options
    const text = this.#listedName() ?? this.#madeName()
    if (text !== undefined) return this.spelled(text)
    for (;;) {
      const count = String(maker.count())
      if (!anywhere.has(count)) return this.spelled(count)
    }
  }

  /** Returns the possible names of items, if the document lists them. */
  #listed(): readonly string[] | undefined {
    const { idSchema, parameterSchema } = this.#options.known
    const listed = idSchema?.keywords.enum ?? parameterSchema?.keywords.enum
    return listed?.flatMap((value) => identifierInPath(value) ?? [])
  }

  #listedName(): string | undefined {
    const names = this.#listed()
    return (
      names?.find((name) => !this.isTaken(name, 'anywhere')) ??
      names?.find((name) => !this.isTaken(name, 'here'))
    )
  }

  /** A name generated from the schemas; `undefined` if no free name was found. */
  #madeName(): string | undefined {
    const { known, maker } = this.#options
    const { idSchema, idPath, parameterSchema } = known
    const called = idPath?.at(-1) ?? USUAL_IDENTIFIER
    const hint = texts.prose.has(called) ? 'slug' : called
    const ways = [
      { schema: idSchema, where: 'anywhere' },
      { schema: parameterSchema, where: 'anywhere' },
      // If there are few possible names, reuse one from another path rather than choose one that is invalid
      // in a path.
      { schema: parameterSchema, where: 'here' },
    ] as const
    for (const { schema, where } of ways) {
      if (schema === undefined) continue
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        const text = identifierInPath(maker.makeIfPossible(schema, hint))
        if (text === undefined) break
        if (!this.isTaken(text, where) && this.#isInPath(text)) return text
      }
    }
    return undefined
  }

  #isInPath(text: string): boolean {
    const { known, maker } = this.#options
    return (
      text !== '' &&
      !text.includes('/') &&
      [text, Number(text)].some((value) => maker.fits(value, known.parameterSchema))
    )
  }
}
