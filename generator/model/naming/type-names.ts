import { answeredName } from './answered-name.ts'
import { pascalCase, type TakenNames } from './name.ts'

/** A schema for which a name is needed. */
export interface SchemaToName {
  /** Name in the document. */
  readonly name: string
}

/** Function that names the types for schemas. */
export type TypeNaming = (schema: SchemaToName) => string

/**
 * PascalCase name for a schema's type.
 * @throws {UsageError} if a name from `naming` is empty or not a string.
 */
export function typeName(name: string, naming: TypeNaming | undefined): string {
  const option = { option: 'typeNames', subject: `the schema "${name}"` }
  return pascalCase(naming === undefined ? name : answeredName(naming({ name }), option))
}

/** Suffixes for request and response types, with the default first. */
const SUFFIXES = { request: ['Request', 'Call'], response: ['Response', 'Answer'] } as const

interface OperationTypeNames {
  readonly requestName: string
  readonly responseName: string
}

/**
 * Names the types for operations. All operations use the same suffix. If a name with the default suffix would
 * collide with a schema such as "AccountsGetResponse", all operations use the alternative, unless that
 * collides too.
 * @param names operation names, as identifiers.
 * @returns the type names for each operation, in the same order.
 */
export function operationTypeNames(
  names: readonly string[],
  { taken, middle = '' }: { readonly taken: TakenNames; readonly middle?: string },
): OperationTypeNames[] {
  const stems = names.map((name) => pascalCase(name) + middle)
  const suffixOf = ([usual, other]: readonly [string, string]) =>
    stems.some((stem) => taken.has(stem + usual)) && !stems.some((stem) => taken.has(stem + other))
      ? other
      : usual
  const [request, response] = [suffixOf(SUFFIXES.request), suffixOf(SUFFIXES.response)]
  return stems.map((stem) => ({
    requestName: taken.unique(stem + request),
    responseName: taken.unique(stem + response),
  }))
}
