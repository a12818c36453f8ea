import { runContract } from '@concordat/contract'
import type { OperationDescriptor } from '@concordat/runtime/http'
import { expect, test } from 'vitest'
import { groupFindings } from '../../../../../runtime/contract/report/group-findings.ts'
import { answers, described } from '../../support/described.ts'
import { documentOf, outcomes } from '../../support/small-service.ts'

type Operation = Omit<OperationDescriptor, 'pointer' | 'tag'>

const name = { name: 'name', in: 'path', required: true, schema: { type: 'string' } } as const
const find: Operation = {
  operationId: 'findTokens',
  method: 'GET',
  path: '/tokens/{name}',
  parameters: [name],
  responses: { '200': {} },
}
const register: Operation = { ...find, operationId: 'register', method: 'POST', path: '/applications/{name}' }
const resources = ['tokens', 'applications'].map((name) => ({
  ...{ name, collection: `/${name}`, item: `/${name}/{name}`, operations: {}, actions: [] },
}))
const unknownId = (operation: Operation, body: unknown) =>
  outcomes(documentOf([operation], { resources }), {
    answer: () => Response.json(body),
    rules: ['unknown-id'],
  })
const with404 = (operation: Operation): Operation => ({
  ...operation,
  responses: { ...operation.responses, '404': {} },
})

test('a path that ends in a value may list nothing that has it, unless 404 is documented', async () => {
  for (const nothing of [[], { version: 1, tokens: [] }]) {
    expect(await unknownId(find, nothing)).toEqual(['unknown-id findTokens: passed'])
    expect(await unknownId(with404(find), nothing)).toEqual([
      expect.stringMatching(/^unknown-id findTokens: 404 for the unknown name "\S+" \| status 200 /),
    ])
  }
})

test('a read that shows something, or that goes on below the unknown value, is still asked for a refusal', async () => {
  const below = { ...find, path: '/tokens/{name}/report' }
  for (const [operation, body] of [
    [find, { name: 'somebody' }],
    [find, { tokens: ['one'] }],
    [below, { tokens: [] }],
  ] as const)
    expect(await unknownId(operation, body)).toEqual([
      expect.stringMatching(/^unknown-id findTokens: a 4xx for the unknown name /),
    ])
})

test('a POST to a name may make what it names, unless 404 is documented', async () => {
  expect(await unknownId(register, {})).toEqual(['unknown-id register: passed'])
  for (const operation of [with404(register), { ...register, path: '/applications/{name}/restart' }])
    expect(await unknownId(operation, {})).toEqual([
      expect.stringMatching(/^unknown-id register: (404|a 4xx) for the unknown name /),
    ])
})

test('a write that is called after it may make what it names, a documented 404 or not', async () => {
  const saidOf = (operationId: string) => unknownId({ ...with404(register), operationId }, {})
  for (const operationId of ['create_or_update_secret', 'SecretService_UpsertSecret', 'addOrReplace'])
    expect(await saidOf(operationId)).toEqual([`unknown-id ${operationId}: passed`])
  expect(await saidOf('restartOrStop')).toEqual([expect.stringMatching(/: 404 for the unknown name /)])
})

test('an argument of a function names nothing that could be unknown, and a crash is one all the same', async () => {
  const add = { ...find, operationId: 'add', path: '/sums/{name}/{name}' }
  const run = (status: number) =>
    outcomes(documentOf([with404(add)]), {
      answer: () => Response.json(0, { status }),
      rules: ['unknown-id'],
    })
  expect(await run(200)).toEqual(['unknown-id add: passed'])
  expect(await run(400)).toEqual(['unknown-id add: passed'])
  expect((await run(500)).join()).toContain('a 4xx for the unknown name')
})

test('a 404 that is documented for every operation, whatever its path says, is no promise', async () => {
  const others = ['a', 'b', 'c'].map((name) => ({
    ...find,
    operationId: name,
    path: `/${name}`,
    parameters: [],
  }))
  const run = (operations: readonly Operation[]) =>
    outcomes(documentOf(operations, { resources }), {
      answer: () => Response.json([]),
      rules: ['unknown-id'],
    })
  expect(await run([find, ...others].map(with404))).toEqual(['unknown-id findTokens: passed'])
  expect((await run([with404(find), ...others])).join()).toContain('404 for the unknown name')
})

test('a 422 of every operation that takes input is not what an unknown id is expected to get', async () => {
  const health: Operation = {
    operationId: 'health',
    method: 'GET',
    path: '/health',
    responses: { '200': {} },
  }
  const limit = { name: 'limit', in: 'query', schema: { type: 'integer' } } as const
  const listing: Operation = { ...health, operationId: 'list', path: '/pages', parameters: [limit] }
  const with422 = (operation: Operation): Operation => ({
    ...operation,
    responses: { ...operation.responses, '422': {} },
  })
  const run = async (...operations: readonly Operation[]) =>
    (
      await outcomes(documentOf([health, ...operations], { resources }), {
        answer: () => Response.json({ name: 'somebody' }),
        rules: ['unknown-id'],
      })
    ).join()
  expect(await run(with422(listing), with422(find))).toContain('a 4xx for the unknown name')
  expect(await run(with422(listing), with422(with404(find)))).toContain(': 404 for the unknown name')
  expect(await run(listing, with422(find))).toContain('422 for the unknown name')
})

test('a DELETE that its description calls idempotent may find nothing, a documented 404 or not', async () => {
  const run = async (description: string) => {
    const remove = { operationId: 'remove', description, parameters: [name], responses: { 204: {}, 404: {} } }
    const tags = { get: { operationId: 'list', responses: answers({ type: 'array' }) } }
    const document = await described({ '/tags': tags, '/tags/{name}': { delete: remove } })
    const answer = (request: Request): Response =>
      request.method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json([])
    const all = await outcomes(document, { answer, rules: ['unknown-id'] })
    return all.filter((line) => line.includes(' remove')).join()
  }
  expect(await run('Removes the tag. Idempotent: what is gone may be removed.')).toBe(
    'unknown-id remove: passed',
  )
  for (const description of ['Removes the tag.', 'Removes the tag; this is not idempotent.'])
    expect(await run(description)).toContain('404 for the unknown name')
})

test('a search below something unknown may find nothing, unless 404 is documented', async () => {
  const search: Operation = {
    ...find,
    operationId: 'searchReports',
    method: 'POST',
    path: '/tokens/{name}/reports/search',
  }
  expect(await unknownId(search, [])).toEqual(['unknown-id searchReports: passed'])
  for (const [operation, body] of [
    [search, [{ id: 1 }]],
    [with404(search), []],
  ] as const)
    expect((await unknownId(operation, body)).join()).toContain('for the unknown name')
})

test('that a server does not look at what stands above an item is one thing, whichever operation shows it', async () => {
  const parent = { ...name, name: 'tenant' }
  const item = { ...name, name: 'note' }
  const read = (what: string): Operation => ({
    ...with404(find),
    ...{ operationId: what, path: `/tenants/{tenant}/notes/{note}/${what}`, parameters: [parent, item] },
  })
  const document = documentOf([read('text'), read('title')], {
    resources: [
      { name: 'tenants', collection: '/tenants', item: '/tenants/{tenant}', operations: {}, actions: [] },
    ],
  })
  const fetch = async ({ url }: Request): Promise<Response> => Response.json({ url: url.slice(-5) })
  const { results } = await runContract({
    document,
    select: { rules: ['unknown-id'] },
    target: { baseUrl: 'http://notes.test', fetch },
  })
  const findings = results.flatMap(({ outcome }) => (outcome.status === 'failed' ? outcome.findings : []))
  expect(findings.map(({ operationId }) => operationId)).toEqual(['text', 'title'])
  expect(groupFindings(findings)).toHaveLength(1)
})

test('a crash beside other requests counts where it comes alone as well', async () => {
  const path = { ...find, path: '/tokens/{name}/uses/{use}', parameters: [name, { ...name, name: 'use' }] }
  const judged = async (isLasting: boolean) => {
    const seen = new Set<string>()
    return outcomes(documentOf([with404(path)], { resources }), {
      answer: ({ url }) => {
        const isCrash = isLasting || !seen.has(url)
        seen.add(url)
        return Response.json({}, { status: isCrash ? 500 : 404 })
      },
      rules: ['unknown-id'],
    })
  }
  expect(await judged(false)).toEqual(['unknown-id findTokens: passed'])
  expect(await judged(true)).toEqual([
    expect.stringMatching(/unknown name .* status 500/),
    expect.stringMatching(/unknown use .* status 500/),
  ])
})

test('an operation that says to start its item takes an unused name', async () => {
  const signal = (operationId: string): Operation => ({
    ...register,
    ...{ operationId, path: '/tokens/{name}/signal/{what}', parameters: [name, { ...name, name: 'what' }] },
  })
  const [plain] = await unknownId(signal('SignalToken'), { started: true })
  expect(plain).toContain('4xx for the unknown name')
  expect(await unknownId(signal('SignalWithStartToken'), { started: true })).toEqual([
    'unknown-id SignalWithStartToken: passed',
  ])
})

test('a path below what is no list may take any value, and a count of nothing shows no item', async () => {
  const text = { type: 'string' }
  const value = { name: 'value', in: 'path', required: true, schema: text }
  const hex = (shown: object) =>
    described({
      '/hex': { get: { operationId: 'about', responses: answers(shown) } },
      '/hex/{value}': {
        parameters: [value],
        get: { operationId: 'convert', responses: answers({ type: 'object', properties: { hex: text } }) },
      },
    })
  const item = { type: 'object', properties: { value: text } }
  const judged = async (shown: object, body: unknown) =>
    (await outcomes(await hex(shown), { rules: ['unknown-id'], answer: () => Response.json(body) }))[0]
  const about = { type: 'object', properties: { prefix: text } }
  expect(await judged(about, { hex: 'ff' })).toBe('unknown-id convert: passed')
  expect(await judged({ type: 'array', items: item }, { hex: 'ff' })).toContain('4xx for the unknown value')
  expect(await judged({ type: 'array', items: item }, { amount: '0' })).toBe('unknown-id convert: passed')
})

test('a 405 says that nothing looked at the name, and a 409 that something did', async () => {
  const told = (status: number) =>
    outcomes(documentOf([with404(find)], { resources }), {
      answer: () => new Response(null, { status }),
      rules: ['unknown-id'],
    })
  expect(await told(405)).toEqual(['unknown-id findTokens: passed'])
  expect((await told(409)).join()).toContain('| status 409')
})
