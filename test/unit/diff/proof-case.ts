import type { ChangeKindName } from '../../../generator/diff/kinds/kinds.ts'
import { SCHEMA_CASES } from './schema-cases.ts'

/**
 * One operation before and after a change, and code that uses it. Several cases share a pair of documents.
 */
export interface ProofCase {
  readonly kind: ChangeKindName
  /**
   * OpenAPI operations; absent if the document has none. `path` and `method` are present if they differ from
   * the case's defaults.
   */
  readonly old?: CaseOperation
  readonly new?: CaseOperation
  /** Body of a function that calls the operation as `call`, a function of the old client. */
  readonly caller: string
  /** The handler, as TypeScript; `answering` types its response. */
  readonly handler: string
  /** The client's credentials. Default: one for every scheme. */
  readonly credentials?: object
  /** The response of the handler for each document. */
  readonly answers: { readonly old: unknown; readonly new: unknown }
}

export interface CaseOperation {
  readonly path?: string
  readonly method?: string
  readonly operation: object
}

export const json = (schema: object | boolean) => ({ content: { 'application/json': { schema } } })
export const DONE = { 204: { description: 'Done' } }
export const NOTHING = { status: 204 }

/** Each schema change, in the requests of one operation and in the responses of another. */
export const SCHEMA_PROOFS: readonly ProofCase[] = SCHEMA_CASES.flatMap(
  ({ change, old, new: now, literal, use, answer }): ProofCase[] => {
    const request = (schema: object | boolean) => ({
      operation: { requestBody: { required: true, ...json(schema) }, responses: DONE },
    })
    const response = (schema: object | boolean) => ({
      operation: { responses: { 200: { description: 'Done', ...json(schema) } } },
    })
    const written = new Function(`return (${literal})`) as () => unknown
    return [
      {
        kind: `request-${change}`,
        old: request(old),
        new: request(now),
        caller: `await call({ body: ${literal} })`,
        handler: `async ({ body: value }) => { ${use}; return { status: 204 } }`,
        answers: { old: NOTHING, new: NOTHING },
      },
      {
        kind: `response-${change}`,
        old: response(old),
        new: response(now),
        caller: `const value = await call(); ${use}`,
        handler: `async () => answering({ status: 200, body: ${literal} })`,
        answers: { old: { status: 200, body: written() }, new: { status: 200, body: answer } },
      },
    ]
  },
)
