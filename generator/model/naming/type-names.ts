import { answeredName } from './answered-name.ts'
import { pascalCase, type TakenNames } from './name.ts'

/** A schema to be named. */
export interface SchemaToName {
  /** Name in the document. */
  readonly name: string
}

/** Function that names the types of schemas. */
export type TypeNaming = (schema: SchemaToName) => string

/**
 * PascalCase name of a schema's type.
 * @throws {UsageError} if the name is not a string.
 */
export function typeName(name: string, naming: TypeNaming | undefined): string {
  const option = { option: 'typeNames', subject: `the schema "${name}"` }
  return pascalCase(naming === undefined ? name : answeredName(naming({ name }), option))
}

/** Suffixes of request and response types, the usual words first. */
const SUFFIXES = { request: ['Request', 'Call'], response: ['Response', 'Answer'] } as const

/** Names of an operation's types. */
interface OperationTypeNames {
  readonly requestName: string
  readonly responseName: string
}

/**
 * Names the types of operations. All get the same suffix: if one collides with a schema, such as
 * "AccountsGetResponse", all use the other word.
 * @param names of operations, as identifiers.
 * @returns one for each, in the same order.
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
