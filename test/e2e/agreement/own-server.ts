import { type Finding, runContract } from '@concordat/contract'
import { schemaIn } from '@concordat/contract/document'
import { namesOfRun, Unmakeable, validValue } from '@concordat/contract/values'
import { type DocumentDescriptor, isJson, type OperationDescriptor } from '@concordat/runtime/http'
import type { HttpProblem } from '@concordat/runtime/server'
import type { GeneratedCode } from '../../../bench/agreement/generated-code.ts'

/** Marks responses in which the kit itself rejected a request. */
const REFUSED = 'x-refused-by-the-kit'

/**
 * Serves a document with its generated server. Handlers respond with samples, and error responses have the
 * body that the document defines for them.
 */
function serve({ createApp, document }: GeneratedCode): (request: Request) => Promise<Response> {
  const names = namesOfRun('own server')
  const sampleOf = (schema: unknown): unknown => {
    try {
      return validValue(schemaIn(document, schema), { names, variant: 'full', hint: 'answer' })
    } catch (error) {
      if (!(error instanceof Unmakeable)) throw error
      return {}
    }
  }
  const handlers = document.operations.map((operation) => {
    const [key = '200', { content, headers = {} } = {}] =
      Object.entries(operation.responses).find(([status]) => status.startsWith('2')) ?? []
    const [mediaType, media] = jsonOf(content) ?? []
    const answer = async () => ({
      status: Number(key.replaceAll('X', '0')),
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, { schema }]) => [name, String(sampleOf(schema ?? {}))]),
      ),
      ...(media !== undefined && { mediaType, body: sampleOf(media.schema ?? {}) }),
    })
    return [operation.name ?? operation.operationId, answer] as const
  })
  return createApp({
    handlers: Object.fromEntries(handlers),
    authenticate: async ({ credential }: { credential: string }) =>
      credential.includes(KEY) ? { principal: 'ada', scopes: ['*'] } : undefined,
    problemResponse: (
      problem: HttpProblem,
      { status, operation }: { status: number; operation?: OperationDescriptor },
    ) => {
      const { responses = {} } = operation ?? {}
      const response = responses[status] ?? responses[`${Math.floor(status / 100)}XX`] ?? responses['default']
      const [mediaType = 'application/problem+json', media] =
        jsonOf(response?.content) ?? Object.entries(response?.content ?? {})[0] ?? []
      const headers = {
        'content-type': mediaType,
        [REFUSED]: `${problem.kind} ${JSON.stringify(problem.issues)} ${problem.detail}`.replace(
          /[^ -~]/g,
          '?',
        ),
      }
      return { status, headers, body: sampleOf(media?.schema ?? {}) }
    },
    onError: () => {},
  }) as (request: Request) => Promise<Response>
}

const KEY = 'own-key'

function jsonOf(content: OperationDescriptor['responses'][string]['content'] = {}) {
  return Object.entries(content).find(([mediaType]) => isJson(mediaType))
}

function credentialsOf({ securitySchemes }: DocumentDescriptor): Readonly<Record<string, string>> {
  const schemes = Object.entries(securitySchemes).filter(([, { type }]) => type !== 'mutualTLS')
  return Object.fromEntries(
    schemes.map(([name, { scheme }]) => [name, scheme === 'basic' ? `${KEY}:${KEY}` : KEY]),
  )
}

/** Findings about the error responses that a generated server creates itself, one line each. */
export async function findingsOfRefusals(code: GeneratedCode): Promise<readonly string[]> {
  const { document } = code
  const { results } = await runContract({
    document,
    select: { rules: ['conformance', 'authentication', 'unknown-id', 'methods', 'head', 'negative'] },
    budget: 40,
    target: {
      baseUrl: `http://own.test${document.basePath ?? ''}`,
      disposable: true,
      credentials: credentialsOf(document),
      fetch: serve(code),
    },
  })
  return results
    .flatMap(({ outcome }) => (outcome.status === 'failed' ? outcome.findings : []))
    .filter(isOfRefusal)
    .map(
      ({ rule, operationId, expected, received, exchange: { response } }) =>
        `${rule} ${operationId}: expected ${expected}; received ${received} (${response?.headers[REFUSED]})`,
    )
}

function isOfRefusal({ exchange: { response } }: Finding): boolean {
  return response !== undefined && REFUSED in response.headers
}
