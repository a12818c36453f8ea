import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { createApp } from '@concordat/runtime/server'
import { type Form, HEADER, nameOf, PATH, parameterOf, QUERY } from './forms.ts'

type Parts = Readonly<Record<'path' | 'query' | 'header', Readonly<Record<string, unknown>> | undefined>>

/**
 * Creates a function that returns what a handler of the generated server receives, or the status if the
 * server rejects the request.
 */
export function serverReader(): (form: Form, written: string) => Promise<unknown> {
  const all = [...PATH, ...QUERY, ...HEADER]
  let given: unknown
  const operations = all.map(
    (form, index): OperationDescriptor => ({
      operationId: `read${index}`,
      pointer: '#',
      tag: 'default',
      method: 'GET',
      path: form.location === 'path' ? `/${index}/{value}` : `/${index}`,
      parameters: [parameterOf(form)],
      responses: { 204: {} },
    }),
  )
  const document: DocumentDescriptor = {
    ...{ title: 'Styles', version: '1', resources: [], definitions: {}, securitySchemes: {} },
    operations,
  }
  const handler = ({ path, query, header }: Partial<Parts>) => {
    given = { ...path, ...query, ...header }['value']
    return { status: 204 }
  }
  const app = createApp(document, {
    validateResponses: 'off',
    handlers: Object.fromEntries(operations.map(({ operationId }) => [operationId, handler])),
  })
  return async (form, written) => {
    const index = all.findIndex((one) => nameOf(one) === nameOf(form))
    const { location } = form
    const place = location === 'path' ? `/${written}` : location === 'query' ? `?${written}` : ''
    const headers = location === 'header' ? { value: written } : undefined
    const request = new Request(`http://127.0.0.1/${index}${place}`, headers && { headers })
    const { status } = await app(request)
    return status === 204 ? given : `status ${status}`
  }
}
