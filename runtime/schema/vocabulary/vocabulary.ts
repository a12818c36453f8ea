import type { JsonSchema, SchemaObject } from '../document/json-schema.ts'
import type { Identifiers, Resource, SchemaPlace } from '../document/reference.ts'
import type { Failure } from '../evaluation/issue.ts'
import type { Check } from '../evaluation/run.ts'
import type { Scope } from '../evaluation/scope.ts'
import type { Format } from '../formats/format.ts'
import type { Step } from '../json/pointer.ts'
import type { CompilePattern, Pattern } from '../pattern/pattern.ts'

/** A JSON object. A property with the value `undefined` counts as absent, as it is when serialised. */
export type Properties = Readonly<Record<string, unknown>>

/** Location of a keyword, with access to the compiler. */
export interface Site {
  readonly schema: SchemaObject
  readonly vocabulary: Vocabulary
  /** JSON Pointer of the schema: "#/$defs/Pet/properties/name". */
  readonly location: string
  /** Compiles the schema at these steps below the current one, for the same value: a branch of `anyOf`. */
  here(...steps: readonly Step[]): Check
  /**
   * Compiles the schema at these steps below the current one, for a part of the value: a property, an item.
   */
  below(...steps: readonly Step[]): Check
  /** The schema that a `$ref` names, not compiled; `undefined` if there is none. */
  lookUp(reference: string): JsonSchema | undefined
  /** Compiles the target of a keyword such as `$ref`. */
  refer(keyword: string): Check
  /** The resource that contains the schema and resolves its references. */
  readonly resource: Resource
  /**
   * True for a schema from which another inherits, by an `allOf` with a reference to it and additions. A
   * discriminator selects among the inheriting schemas only if it is not inherited itself.
   */
  readonly isInherited: boolean | undefined
  /** Compiles a schema that is known only at validation. */
  checkAt(place: SchemaPlace): Check
}

/**
 * Compiles one keyword.
 * @throws SchemaError if the draft does not allow its value.
 */
export type Compile<T = unknown> = (site: Site, keyword: string) => Check<T>

/** Identifiers, and the scopes that `$dynamicRef` searches. */
export interface Scopes extends Identifiers {
  /** The scope of a resource that no other surrounds. */
  scope(resource: Resource): Scope
  /** A check of a resource other than the surrounding one. */
  scoped(check: Check, resource: Resource, around: Resource): Check
}

/** A pattern for property names. */
export interface NamePattern {
  readonly pattern: string
  readonly regExp: Pattern
}

/** A keyword and its checks for each kind of value. */
export interface Keyword {
  readonly keyword: string
  /**
   * When it runs. "size": first, since a value that is too large is rejected without being walked. "deep": it
   * examines parts or applies schemas; if only the verdict is wanted, the others run sooner.
   */
  readonly order?: 'size' | 'deep'
  /**
   * Wraps the other keywords' check, for a keyword that runs last, on the parts that they have not evaluated.
   */
  readonly finish?: <T>(checkRest: Check<T>) => (others: Check<T>) => Check<T>
  /** Check for every value; each of the next members is for one kind. */
  readonly any?: Compile
  readonly string?: Compile<string>
  readonly number?: Compile<number>
  readonly array?: Compile<readonly unknown[]>
  readonly object?: Compile<Properties>
  /** Reads a discriminator for the alternatives of this keyword's schema. */
  readonly discriminate?: (site: Site, branches: readonly unknown[]) => Discriminator | undefined
  /** The properties that this keyword covers, for the keyword that checks all others. */
  readonly claim?: (site: Site) => readonly NamePattern[]
  /** Scopes for references, which this keyword needs. */
  readonly scopes?: Scopes
  /** True for a schema that adds something relevant to the reference in its `allOf`. */
  readonly inherits?: (schema: SchemaObject, vocabulary: Vocabulary) => boolean
  /** Other keywords that this one reads. */
  readonly reads?: readonly string[]
}

/** Selects alternatives by a discriminator. */
export interface Discriminator {
  readonly property: string
  /**
   * The alternatives for an object with this value of the property; `undefined` if the property is absent.
   */
  branchesOf(value: unknown): readonly number[]
  /** Reported at the property if its value names no alternative. */
  readonly unknown: Failure
  /** Reported at an object without the property. */
  readonly missing: Failure
}

/** Compiles `pattern` and the keys of `patternProperties`. */
export interface Patterns {
  readonly compilePattern: CompilePattern
}

/** A faster check for some values, added to the check of each schema. */
export interface Shortcut {
  note(check: Check, site: Site): void
}

/** One feature of schemas that a compiler supports. */
export type Word = Keyword | Format | Patterns | Shortcut

/** Keywords and formats that a compiler supports, by name. It ignores all others in a schema. */
export interface Vocabulary {
  readonly keywords: ReadonlyMap<string, Keyword>
  readonly formats: ReadonlyMap<string, Format>
  /** Patterns are native expressions if absent. */
  readonly compilePattern: CompilePattern | undefined
  readonly shortcuts: readonly Shortcut[]
  /** `undefined` if all references are pointers. */
  readonly scopes: Scopes | undefined
}

export function vocabularyOf(words: readonly Word[]): Vocabulary {
  // Maps, since a schema may have a member named "constructor".
  const keywords = new Map<string, Keyword>()
  const formats = new Map<string, Format>()
  const shortcuts: Shortcut[] = []
  let compilePattern: CompilePattern | undefined
  let scopes: Scopes | undefined
  for (const word of words) {
    if ('keyword' in word) {
      // One keyword may be composed of several words, so that bundles contain only the needed ones.
      keywords.set(word.keyword, { ...keywords.get(word.keyword), ...word })
      scopes ??= word.scopes
    } else if ('format' in word) formats.set(word.format, word)
    else if ('note' in word) shortcuts.push(word)
    else ({ compilePattern } = word)
  }
  return { keywords, formats, compilePattern, shortcuts, scopes }
}
