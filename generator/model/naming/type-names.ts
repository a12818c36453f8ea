import { answeredName } from './answered-name.ts'
import { type Names, pascalCase } from './name.ts'

/** A schema of which a name is made. */
export interface SchemaToName {
  /** Name in the document. */
  readonly name: string
}

/** Naming of the types of schemas: by a function. */
export type TypeNaming = (schema: SchemaToName) => string

/**
 * The name of a schema's type, in PascalCase.
 * @throws {UsageError} for a name that is no text.
 */
export function typeName(name: string, naming: TypeNaming | undefined): string {
  const option = { option: 'typeNames', subject: `the schema "${name}"` }
  return pascalCase(naming === undefined ? name : answeredName(naming({ name }), option))
}

/** Endings of the types of requests and of answers, the usual words first. */
const SUFFIXES = { request: ['Request', 'Call'], response: ['Response', 'Answer'] } as const

/** The names of the types that an operation has. */
interface OperationTypeNames {
  readonly requestName: string
  readonly responseName: string
}

/**
 * Names the types of operations. All end alike: where schemas have one of the names already, as they do in
 * documents with an "AccountsGetResponse", all end in the other word.
 * @param names of operations, as identifiers.
 * @returns one for each, in their order.
 */
export function operationTypeNames(
  names: readonly string[],
  { taken, middle = '' }: { readonly taken: Names; readonly middle?: string },
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
