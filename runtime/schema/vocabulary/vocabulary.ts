import type { JsonSchema, SchemaObject } from '../document/json-schema.ts'
import type { Identifiers, Resource, SchemaPlace } from '../document/reference.ts'
import type { Failure } from '../evaluation/issue.ts'
import type { Check } from '../evaluation/run.ts'
import type { Scope } from '../evaluation/scope.ts'
import type { Format } from '../formats/format.ts'
import type { Step } from '../json/pointer.ts'
import type { CompilePattern, Pattern } from '../pattern/pattern.ts'

/**
 * A JSON object. A property whose value is `undefined` counts as absent, as it
 * does when it is written as JSON.
 */
export type Properties = Readonly<Record<string, unknown>>

/** Site of a keyword, and its access to the compiler. */
export interface Site {
  readonly schema: SchemaObject
  readonly vocabulary: Vocabulary
  /** JSON Pointer of the schema: "#/$defs/Pet/properties/name". */
  readonly location: string
  /**
   * Compiles the schema at these steps below the current one, which judges the
   * same value: a branch of `anyOf`.
   */
  here(...steps: readonly Step[]): Check
  /**
   * Compiles the schema at these steps below the current one, which judges a part of
   * the value: a property, an item.
   */
  below(...steps: readonly Step[]): Check
  /** The schema that a `$ref` names, not compiled; `undefined` when there is none. */
  lookUp(reference: string): JsonSchema | undefined
  /** Compiles the target of a keyword such as `$ref`. */
  refer(keyword: string): Check
  /** The resource in which the schema stands: where its references start. */
  readonly resource: Resource
  /**
   * True for a schema from which another inherits: the other's `allOf` refers to it, beside additions. A
   * discriminator chooses among its heirs only if it is not inherited.
   */
  readonly isInherited: boolean | undefined
  /** Compiles a schema that is known only when a value is judged. */
  checkAt(place: SchemaPlace): Check
}

/**
 * Compiles one keyword.
 * @throws SchemaError when its value is not what the draft allows.
 */
export type Compile<T = unknown> = (site: Site, keyword: string) => Check<T>

/** Identifiers, and the scopes that `$dynamicRef` looks through. */
export interface Scopes extends Identifiers {
  /** The scope in which a resource is judged that nothing else is around. */
  scope(resource: Resource): Scope
  /** A check that is of another resource than the one around it. */
  scoped(check: Check, resource: Resource, around: Resource): Check
}

/** A pattern for names of properties. */
export interface NamePattern {
  readonly pattern: string
  readonly regExp: Pattern
}

/** A keyword, and its demands on values of each kind. */
export interface Keyword {
  readonly keyword: string
  /**
   * Order of judgement. "size": first, as it bounds how much there is of a value, and one that breaks it is
   * not looked into: otherwise a list would be walked that is refused for its length. "deep": it looks into
   * the value or applies schemas; if only the verdict is wanted, others may decide it sooner.
   */
  readonly order?: 'size' | 'deep'
  /**
   * Check of a keyword that is judged after all others of its schema, for the parts that these have not
   * evaluated.
   */
  readonly finish?: <T>(checkRest: Check<T>) => (others: Check<T>) => Check<T>
  /** Check for every value; the next members are for one kind each. */
  readonly any?: Compile
  readonly string?: Compile<string>
  readonly number?: Compile<number>
  readonly array?: Compile<readonly unknown[]>
  readonly object?: Compile<Properties>
  /** Tells the alternatives beside it apart. */
  readonly discriminate?: (site: Site, branches: readonly unknown[]) => Discriminator | undefined
  /** The properties that are its, for the keyword that judges all others. */
  readonly claim?: (site: Site) => readonly NamePattern[]
  /** Scopes that it opens, for references. */
  readonly scopes?: Scopes
  /** True for a schema that adds to what its `allOf` refers to, where that makes a difference. */
  readonly inherits?: (schema: SchemaObject, vocabulary: Vocabulary) => boolean
  /** Other keywords that it reads. */
  readonly reads?: readonly string[]
}

/** Choice of alternatives by a discriminator. */
export interface Discriminator {
  readonly property: string
  /**
   * The alternatives that judge an object with this value of the property; `undefined`: without the property.
   */
  branchesOf(value: unknown): readonly number[]
  /** Reported at the property when its value names none. */
  readonly unknown: Failure
  /** Reported at the object that lacks the property. */
  readonly missing: Failure
}

/** Compilation of `pattern` and of the keys of `patternProperties`. */
export interface Patterns {
  readonly compilePattern: CompilePattern
}

/** A way to judge some values faster, noted beside the check of each schema. */
export interface Shortcut {
  note(check: Check, site: Site): void
}

/** One thing that a compiler knows of schemas. */
export type Word = Keyword | Format | Patterns | Shortcut

/** Keywords and formats that a compiler knows, by name. It ignores all others in a schema. */
export interface Vocabulary {
  readonly keywords: ReadonlyMap<string, Keyword>
  readonly formats: ReadonlyMap<string, Format>
  /** If it is absent, patterns are native expressions. */
  readonly compilePattern: CompilePattern | undefined
  readonly shortcuts: readonly Shortcut[]
  /** `undefined` where references are pointers alone. */
  readonly scopes: Scopes | undefined
}

export function vocabularyOf(words: readonly Word[]): Vocabulary {
  // Maps, because a schema may well have a member named "constructor".
  const keywords = new Map<string, Keyword>()
  const formats = new Map<string, Format>()
  const shortcuts: Shortcut[] = []
  let compilePattern: CompilePattern | undefined
  let scopes: Scopes | undefined
  for (const word of words) {
    if ('keyword' in word) {
      // One keyword may be made of several words, so that bundles have those that they need.
      keywords.set(word.keyword, { ...keywords.get(word.keyword), ...word })
      scopes ??= word.scopes
    } else if ('format' in word) formats.set(word.format, word)
    else if ('note' in word) shortcuts.push(word)
    else ({ compilePattern } = word)
  }
  return { keywords, formats, compilePattern, shortcuts, scopes }
}
