import type { OperationDescriptor, ParameterDescriptor } from '@concordat/runtime/http'
import { type SchemaScope, schemaIn } from '../../data/document/schema-in.ts'
import { shownSchemas } from '../../data/document/shown.ts'
import { choosing } from '../../lexicon/lexicon.ts'

/** A query parameter that selects properties of the response by their names. */
export interface MemberChooser {
  readonly parameter: ParameterDescriptor
  /** The names that the parameter accepts. */
  readonly choices: readonly string[]
  /** Those of these properties that a response does not require. */
  readonly optional: readonly string[]
  /** True if a request can name several properties. */
  readonly isList: boolean
  /** True if the parameter adds properties to those that a response has without it. */
  readonly adds: boolean
}

/** Returns the parameters of a read that select properties, such as `fields` and `include`. */
export function memberChoosersOf(
  operation: OperationDescriptor,
  document: SchemaScope,
): readonly MemberChooser[] {
  const { method, parameters = [] } = operation
  if (method !== 'GET') return []
  return parameters.flatMap((parameter): MemberChooser[] => {
    const adds = choosing.also.has(parameter.name)
    if (parameter.in !== 'query' || !(adds || choosing.only.has(parameter.name))) return []
    const schema = schemaIn(document, parameter.schema)
    const isList = schema.types.includes('array')
    const listed = (isList ? schema.items : schema).values.listed ?? []
    const choices = listed.filter((choice) => typeof choice === 'string')
    const shown = shownSchemas(operation, document)
    const isOfMembers =
      choices.length > 0 && choices.every((name) => shown.some(({ properties }) => properties.has(name)))
    const optional = choices.filter((name) => !shown.some(({ required }) => required.has(name)))
    return isOfMembers ? [{ parameter, choices, optional, isList, adds }] : []
  })
}
