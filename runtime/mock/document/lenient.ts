import type { DocumentDescriptor, ParameterDescriptor } from '@concordat/runtime/http'
import type { HttpProblem } from '@concordat/runtime/server'

/** Refusals because of a request's content, not its caller or target. */
const OF_CONTENT: readonly HttpProblem['kind'][] = [
  'malformed-body',
  'body-missing',
  'unsupported-media-type',
  'invalid-parameter',
  'invalid-body',
]

/** True for a refusal that a lenient document does not have. */
export function isContentProblem({ kind }: HttpProblem): boolean {
  return OF_CONTENT.includes(kind)
}

/**
 * The document without requirements for requests: every parameter and body is optional and may have any
 * value.
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
