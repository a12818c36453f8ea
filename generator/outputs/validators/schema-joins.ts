import type { JsonSchema } from '@concordat/runtime/schema'
import type { ValueText } from '../../emit/print/value-text.ts'
import type { ValidatorLibrary } from './library.ts'
import type { SaidByLibrary } from './unsaid.ts'

/** Joins printed schemas with a validation library's own functions. A single schema is left as it is. */
export class SchemaJoins {
  readonly #library: ValidatorLibrary
  readonly #facts: SaidByLibrary['facts']

  constructor({ library, facts }: Pick<SaidByLibrary, 'library' | 'facts'>) {
    this.#library = library
    this.#facts = facts
  }

  either(texts: readonly ValueText[]): ValueText {
    const [only] = texts
    return texts.length === 1 && only !== undefined ? only : this.#library.union(texts)
  }

  /** @param whole the schema that consists of these parts. */
  together(texts: readonly ValueText[], whole: JsonSchema): ValueText {
    const [only] = texts
    if (texts.length === 1 && only !== undefined) return only
    return this.#library.intersection(texts, this.#facts.mayBeClosed(whole))
  }

  narrowed(first: ValueText, checks: readonly ValueText[]): ValueText {
    return checks.length === 0 ? first : this.#library.narrowed(first, checks)
  }

  anythingIf(holds: ValueText, message: string): ValueText {
    return this.#library.narrowed(this.#library.anything(), [this.#library.check(holds, message)])
  }
}
