import { runContract } from '@concordat/contract'
import type { OperationDescriptor } from '@concordat/runtime/http'
import { expect, test } from 'vitest'
import { groupFindings } from '../../../../../runtime/contract/report/group-findings.ts'
import { documentOf, outcomes } from '../../support/small-service.ts'

type Operation = Omit<OperationDescriptor, 'pointer' | 'tag'>

const post: Operation = {
  ...{ operationId: 'register', method: 'POST', path: '/register' },
  requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
  responses: { 200: {}, 400: {} },
}

interface Habit {
  /** Status of the documented method. */
  readonly status: number
  /** Status of all other methods. */
  readonly other?: number
  readonly disposable?: boolean
  /** Operations at other paths. */
  readonly elsewhere?: readonly Operation[]
}

/** Returns the findings about the methods of "/register". */
async function told({ status, other = 404, disposable = true, elsewhere = [] }: Habit): Promise<string[]> {
  const answer = ({ method, url }: Request): Response =>
    new Response(null, { status: method === 'POST' || !url.endsWith('/register') ? status : other })
  const lines = await outcomes(documentOf([post, ...elsewhere]), { answer, rules: ['methods'], disposable })
  return lines.filter((line) => line.startsWith('methods register'))
}

const SILENT =
  'methods register: not run, because the responses to undocumented methods of the path prove nothing'

test('404 to an undocumented method is told where the documented one is there', async () => {
  expect(await told({ status: 200 })).toEqual([
    'methods register: status 405 for the undocumented GET | status 404, and 2 more like it',
  ])
})

test('404 says nothing of a method where the documented one finds nothing, or is not sent', async () => {
  expect(await told({ status: 404 })).toEqual([SILENT])
  expect(await told({ status: 200, disposable: false })).toEqual([SILENT])
})

test('501 is right for a method that the document has nowhere, and for no other', async () => {
  const list: Operation = { operationId: 'list', method: 'GET', path: '/others', responses: { 200: {} } }
  expect(await told({ status: 200, other: 501 })).toEqual([SILENT])
  expect(await told({ status: 200, other: 501, elsewhere: [list] })).toEqual([
    'methods register: status 405 for the undocumented GET | status 501',
  ])
})

test('refusals of undocumented methods in whatever way are one finding, and so are wrong lists of the documented ones', async () => {
  const read = (operationId: string, path: string) => ({
    ...{ operationId, method: 'GET', path, responses: { '200': {} } },
  })
  const statuses: Readonly<Record<string, number>> = { POST: 404, PUT: 400, PATCH: 501, DELETE: 404 }
  const report = await runContract({
    document: documentOf([read('a', '/a'), read('b', '/b'), read('c', '/c')]),
    select: { rules: ['methods'] },
    target: {
      baseUrl: 'http://small.test',
      disposable: true,
      fetch: async ({ method, url }) => {
        const status = method === 'GET' ? 200 : url.endsWith('/a') ? statuses[method] : 405
        const headers: HeadersInit = url.endsWith('/b') ? { allow: 'PUT' } : {}
        return new Response(null, { status: status ?? 404, headers })
      },
    },
  })
  const found = report.results.flatMap(({ outcome }) => (outcome.status === 'failed' ? outcome.findings : []))
  expect(groupFindings(found).map(([{ rule }]) => rule)).toEqual(['methods/not-allowed', 'methods/allow'])
})

test('a method is documented where a whole path is the value of another path', async () => {
  const href = { name: 'href', in: 'path', required: true, schema: { type: 'string' } } as const
  const wide = (method: string, path: string) => ({
    ...{ operationId: `${method}-wide`, method, path, parameters: [href], responses: { 200: {} } },
  })
  const others = ['GET', 'PUT', 'DELETE'].map((method) => wide(method, '/{+href}'))
  const found = ['methods register: status 405 for the undocumented PATCH | status 404']
  expect(await told({ status: 200, elsewhere: others })).toEqual(found)
  expect(await told({ status: 200, elsewhere: [...others, wide('PATCH', '/a/{+href}')] })).toEqual(found)
  expect(await told({ status: 200, elsewhere: [...others, wide('PATCH', '/{+href}toys/')] })).toEqual([])
})

test('404 is told if another path has a 405, and not if the server has none', async () => {
  const at = (path: string): Operation => ({ ...post, operationId: path.slice(1), path })
  const tell = async (others: number): Promise<string[]> => {
    const answer = ({ method, url }: Request): Response =>
      new Response(null, { status: method === 'POST' ? 200 : url.endsWith('/register') ? 404 : others })
    const elsewhere = [at('/enrol'), at('/enlist')]
    const lines = await outcomes(documentOf([post, ...elsewhere]), {
      ...{ answer, rules: ['methods'], disposable: true },
    })
    return lines.filter((line) => line.includes(' 404'))
  }
  expect(await tell(405)).toEqual([
    'methods register: status 405 for the undocumented GET | status 404, and 2 more like it',
  ])
  expect(await tell(404)).toEqual([])
})

test('a 405 without Allow is told only if another path has it; otherwise, a remark tells it', async () => {
  const read = (path: string): Operation => ({
    ...{ operationId: path.slice(1), method: 'GET', path, responses: { 200: {} } },
  })
  const document = documentOf(['/a', '/b', '/c'].map(read))
  const run = async (withAllow: string): Promise<readonly string[]> => {
    const report = await runContract({
      ...{ document, select: { rules: ['methods'] } },
      target: {
        ...{ baseUrl: 'http://small.test', disposable: true },
        fetch: async ({ method, url }) => {
          const headers: HeadersInit = url.endsWith(withAllow) ? { allow: 'GET' } : {}
          return new Response(null, { status: method === 'GET' ? 200 : 405, headers })
        },
      },
    })
    const failed = report.results.filter(({ outcome }) => outcome.status === 'failed')
    return [...failed.map(({ operationId }) => operationId), ...(report.conventions ?? [])]
  }
  expect(await run('/c')).toEqual(['a', 'b'])
  expect(await run('/nowhere')).toEqual(['no Allow'])
})
