import type { DocumentDescriptor, ParameterDescriptor } from '@concordat/runtime/http'
import type { HttpProblem } from '@concordat/runtime/server'

/** Errors that concern a request's content, not its caller or target. */
const OF_CONTENT: readonly HttpProblem['kind'][] = [
  'malformed-body',
  'body-missing',
  'unsupported-media-type',
  'invalid-parameter',
  'invalid-body',
]

/** True for an error that a lenient document may avoid. */
export function isContentProblem({ kind }: HttpProblem): boolean {
  return OF_CONTENT.includes(kind)
}

/**
 * Returns the document without requirements for requests: every parameter and body is optional and may have
 * any value.
 */
export function lenientDocument(document: DocumentDescriptor): DocumentDescriptor {
  return {
    ...document,
    operations: document.operations.map(({ parameters = [], requestBody, ...operation }) => ({
      ...operation,
      parameters: parameters.map(({ required, schema, ...parameter }): ParameterDescriptor => parameter),
      ...(requestBody !== undefined && {
        requestBody: {
          content: {
            ...Object.fromEntries(Object.keys(requestBody.content).map((mediaType) => [mediaType, {}])),
            'text/*': {},
            '*/*': {},
          },
        },
      }),
    })),
  }
}
