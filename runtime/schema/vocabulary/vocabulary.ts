import type { JsonSchema, SchemaObject } from '../document/json-schema.ts'
import type { Identifiers, Resource, SchemaPlace } from '../document/reference.ts'
import type { Failure } from '../evaluation/issue.ts'
import type { Check } from '../evaluation/run.ts'
import type { Scope } from '../evaluation/scope.ts'
import type { Format } from '../formats/format.ts'
import type { Step } from '../json/pointer.ts'
import type { CompilePattern, Pattern } from '../pattern/pattern.ts'

/** A JSON object. A property whose value is `undefined` counts as absent, as it is when serialized. */
export type Properties = Readonly<Record<string, unknown>>

/** A schema whose keywords are being compiled, with access to the compiler. */
export interface Site {
  readonly schema: SchemaObject
  readonly vocabulary: Vocabulary
  /** JSON Pointer to the schema: "#/$defs/Pet/properties/name". */
  readonly location: string
  /**
   * Compiles the schema at these steps below the current schema, for the same value; for example, a branch of
   * `anyOf`.
   */
  here(...steps: readonly Step[]): Check
  /**
   * Compiles the schema at these steps below the current schema, for a part of the value: a property or an
   * item.
   */
  below(...steps: readonly Step[]): Check
  /** The uncompiled schema that a `$ref` refers to; `undefined` if there is none. */
  lookUp(reference: string): JsonSchema | undefined
  /** Compiles the target of a keyword such as `$ref`. */
  refer(keyword: string): Check
  /** The resource that contains the schema and resolves its references. */
  readonly resource: Resource
  /**
   * True for a schema that another schema extends, by referring to it in `allOf` and adding to it. Its
   * discriminator then does not select among the extending schemas.
   */
  readonly isInherited: boolean | undefined
  /** Compiles a schema that is known only during validation. */
  checkAt(place: SchemaPlace): Check
}

/**
 * Compiles one keyword.
 * @throws SchemaError if the draft does not allow its value.
 */
export type Compile<T = unknown> = (site: Site, keyword: string) => Check<T>

/** Identifiers, and the scopes that `$dynamicRef` searches. */
export interface Scopes extends Identifiers {
  /** The scope in which only this resource has been entered. */
  scope(resource: Resource): Scope
  /** Wraps the check of a resource that differs from the surrounding one. */
  scoped(check: Check, resource: Resource, around: Resource): Check
}

/** A pattern for property names. */
export interface NamePattern {
  readonly pattern: string
  readonly regExp: Pattern
}

/** A keyword and its check for each kind of value. */
export interface Keyword {
  readonly keyword: string
  /**
   * When the keyword runs. "size" runs first, because a value that is too large is rejected without being
   * walked. "deep" examines parts or applies schemas; if only the verdict is wanted, the other keywords run
   * before it.
   */
  readonly order?: 'size' | 'deep'
  /**
   * Wraps the check of the other keywords. Used by a keyword that runs last, on the parts that the others
   * have not evaluated.
   */
  readonly finish?: <T>(checkRest: Check<T>) => (others: Check<T>) => Check<T>
  /** Compiles the check for all kinds of values. */
  readonly any?: Compile
  readonly string?: Compile<string>
  readonly number?: Compile<number>
  readonly array?: Compile<readonly unknown[]>
  readonly object?: Compile<Properties>
  /** Reads the discriminator that selects among alternatives. Each branch has a check at the same index. */
  readonly discriminate?: (
    site: Site,
    branches: readonly unknown[],
    checks: readonly Check[],
  ) => Discriminator | undefined
  /** The properties that this keyword covers, needed by the keyword that checks all other properties. */
  readonly claim?: (site: Site) => readonly NamePattern[]
  /** Scopes that this keyword needs for references. */
  readonly scopes?: Scopes
  /** True for a schema that extends the reference in its `allOf`, rather than only repeating its target. */
  readonly inherits?: (schema: SchemaObject, vocabulary: Vocabulary) => boolean
  /** Names of other keywords that this keyword reads. */
  readonly reads?: readonly string[]
}

/** Uses a discriminator to select alternatives. */
export interface Discriminator {
  readonly property: string
  /**
   * The checks of the alternatives for an object with this value of the property. `value` is `undefined` if
   * the property is absent.
   */
  checksFor(value: unknown): readonly Check[]
  /** Reported at the property if its value does not identify an alternative. */
  readonly unknown: Failure
  /** Reported at an object that lacks the property. */
  readonly missing: Failure
}

/** Compiles `pattern` and the keys of `patternProperties`. */
export interface Patterns {
  readonly compilePattern: CompilePattern
}

/** A faster check for some values, added to each schema's check. */
export interface Shortcut {
  note(check: Check, site: Site): void
}

/** One schema feature that a compiler supports. */
export type Word = Keyword | Format | Patterns | Shortcut

/**
 * Keywords and formats that a compiler supports, by name. The compiler ignores all other keywords and formats
 * in a schema.
 */
export interface Vocabulary {
  readonly keywords: ReadonlyMap<string, Keyword>
  readonly formats: ReadonlyMap<string, Format>
  /** If absent, patterns are native regular expressions. */
  readonly compilePattern: CompilePattern | undefined
  readonly shortcuts: readonly Shortcut[]
  /** `undefined` if all references are pointers. */
  readonly scopes: Scopes | undefined
}

export function vocabularyOf(words: readonly Word[]): Vocabulary {
  // These are Maps, because looking up "constructor" in an object would find an inherited property.
  const keywords = new Map<string, Keyword>()
  const formats = new Map<string, Format>()
  const shortcuts: Shortcut[] = []
  let compilePattern: CompilePattern | undefined
  let scopes: Scopes | undefined
  for (const word of words) {
    if ('keyword' in word) {
      // A keyword can be composed of several words, so that bundles contain only the words they need.
      keywords.set(word.keyword, { ...keywords.get(word.keyword), ...word })
      scopes ??= word.scopes
    } else if ('format' in word) formats.set(word.format, word)
    else if ('note' in word) shortcuts.push(word)
    else ({ compilePattern } = word)
  }
  return { keywords, formats, compilePattern, shortcuts, scopes }
}
