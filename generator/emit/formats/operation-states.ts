import type { MediaTypeDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import type { JsonSchema } from '@concordat/runtime/schema'
import { loweredBodySchema } from '../schema/body-schema.ts'
import { formattedHeaderSchema } from './header-schema.ts'
import type { FormatState, SchemaStates } from './schema-states.ts'

/** States of an operation's requests and responses. */
export interface OperationStates {
  /** States by location, then by name. */
  readonly parameters: ReadonlyMap<string, ReadonlyMap<string, FormatState>>
  /** States by media type. */
  readonly body: ReadonlyMap<string, FormatState>
  /** States by status, then by media type. */
  readonly responses: ReadonlyMap<string, ReadonlyMap<string, FormatState>>
  /** States of headers whose value is a single string or number, by status, then by name. */
  readonly headers: ReadonlyMap<string, ReadonlyMap<string, FormatState>>
}

/** @throws {TooManyStates} */
export function statesOfOperation(
  { parameters = [], requestBody, responses, pointer }: OperationDescriptor,
  states: SchemaStates,
  schemas: ReadonlyMap<string, JsonSchema>,
): OperationStates {
  const stateOf = (schema: JsonSchema | undefined) => states.of(schema, pointer)
  const ofContent = (
    content: Readonly<Record<string, MediaTypeDescriptor>> = {},
    direction: 'request' | 'response',
  ) =>
    new Map(
      Object.entries(content).map(([mediaType, media]) => [
        mediaType,
        stateOf(media.stream === undefined ? loweredBodySchema(mediaType, media, direction) : media.schema),
      ]),
    )
  return {
    parameters: new Map(
      [...Map.groupBy(parameters, (parameter) => parameter.in)].map(([location, own]) => [
        location,
        new Map(own.map(({ name, schema }) => [name, stateOf(schema)])),
      ]),
    ),
    body: ofContent(requestBody?.content, 'request'),
    responses: new Map(
      Object.entries(responses).map(([status, { content }]) => [status, ofContent(content, 'response')]),
    ),
    headers: new Map(
      Object.entries(responses).map(([status, { headers = {} }]) => [
        status,
        new Map(
          Object.entries(headers).flatMap(([name, header]) => {
            const found = formattedHeaderSchema(header.schema, schemas)
            return found === undefined ? [] : [[name, stateOf(found.schema)] as const]
          }),
        ),
      ]),
    ),
  }
}
