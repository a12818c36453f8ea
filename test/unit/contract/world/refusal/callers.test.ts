import { type Grade, runContract } from '@concordat/contract'
import type { OperationDescriptor } from '@concordat/runtime/http'
import { describe, expect, test } from 'vitest'
import { documentOf, outcomes } from '../../support/small-service.ts'

const problem = { content: { 'application/json': { schema: { type: 'object' } } } } as const
const named = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string', maxLength: 20 } },
} as const
const body = { required: true, content: { 'application/json': { schema: named } } } as const
const evaluate: Omit<OperationDescriptor, 'pointer' | 'tag'> = {
  operationId: 'evaluate',
  method: 'POST',
  path: '/evaluations',
  requestBody: body,
  responses: { '200': {}, '400': problem },
}
const isValid = (text: string): boolean => /^{"name":"[^"]{1,20}"}$/.test(text)
const status = (code: number, detail = 'No.') => Response.json({ detail }, { status: code })

describe('a caller who may not ask', () => {
  test.each([403, 401])(
    'tells nothing of content: %i to valid and invalid alike is not run',
    async (code) => {
      const target = { answer: () => status(code), credentials: { Key: 'k' } }
      const document = documentOf([evaluate], {
        securitySchemes: { Key: { type: 'http', scheme: 'bearer' } },
      })
      for (const rule of ['negative', 'generated'])
        expect(await outcomes(document, { ...target, rules: [rule] })).toEqual([
          `${rule} evaluate: not run, because evaluate returned ${code} {"detail":"No."}, even for a valid request`,
        ])
    },
  )

  test('is not the reason when a valid request is admitted', async () => {
    const answer = (request: Request, text: string) =>
      isValid(text) && request.headers.get('content-type') === 'application/json' ? status(200) : status(403)
    expect(await outcomes(documentOf([evaluate]), { answer, rules: ['negative'] })).toEqual([
      expect.stringMatching(
        /^negative evaluate: the only documented 4xx status, 400, for a body that .* \| status 403 {"detail":"No\."}, and 6 more like it$/,
      ),
    ])
  })

  test('who asks too often is told so, which is no finding', async () => {
    const target = {
      answer: () => status(429, 'Slow down.'),
      rules: ['negative', 'generated', 'conformance'],
    }
    expect(await outcomes(documentOf([evaluate]), target)).toEqual([
      expect.stringMatching(/^conformance evaluate: not run, because evaluate returned 429 /),
      'negative evaluate: not run, because evaluate returned 429 {"detail":"Slow down."}',
      'generated evaluate: not run, because evaluate returned 429 {"detail":"Slow down."}',
    ])
  })
})

describe('a refusal of what the schema allows', () => {
  const conformance = (
    operation: Omit<OperationDescriptor, 'pointer' | 'tag'>,
    answer: (request: Request, text: string) => Response,
  ) => outcomes(documentOf([operation]), { answer, rules: ['conformance'] })

  test('is a finding that says what may be missing', async () => {
    expect(await conformance(evaluate, () => status(400, 'No dot at the end.'))).toEqual([
      'conformance evaluate: status 200 for values that the schema allows (if the rejection is right, the schema lacks a constraint or an example) | status 400 {"detail":"No dot at the end."}',
    ])
  })

  test('is not run where it is documented for unknown passwords or names', async () => {
    const login = { ...evaluate, responses: { '200': {}, '401': problem, '404': problem } }
    for (const code of [401, 404])
      expect(await conformance(login, () => status(code))).toEqual([
        expect.stringMatching(`^conformance evaluate: not run, because evaluate returned ${code} `),
      ])
    expect(await conformance(evaluate, () => status(404))).toEqual([
      'conformance evaluate: status 200 | status 404 {"detail":"No."}',
    ])
  })

  test('is not run where nothing was sent that it could be about', async () => {
    const { requestBody: _, ...bare } = { ...evaluate, responses: { '200': {}, '422': problem } }
    expect(await conformance(bare, () => status(422))).toEqual([
      expect.stringMatching(/^conformance evaluate: not run, because evaluate returned 422 /),
    ])
    expect(await conformance({ ...bare, responses: { '200': {} } }, () => status(422))).toEqual([
      'conformance evaluate: status 200 | status 422 {"detail":"No."}',
    ])
  })

  test('is not run where it is a documented 404 and the body names others, which may be made up', async () => {
    const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } } as const
    const add = (member: string, responses: OperationDescriptor['responses']) => {
      const schema = {
        type: 'object',
        required: [member],
        properties: { [member]: { type: 'string' } },
      } as const
      const operation = {
        ...{
          operationId: 'add',
          method: 'POST',
          path: '/projects/{id}/environments',
          parameters: [id],
          responses,
        },
        requestBody: { required: true, content: { 'application/json': { schema } } },
      } as const
      const at = (name: string, create?: string) => ({
        ...{ name, collection: `/${name}`, item: `/${name}/{id}`, actions: [] },
        operations: create === undefined ? {} : { create },
      })
      const create = {
        ...{ operationId: 'createProject', method: 'POST', path: '/projects', responses: { '201': {} } },
        resource: { name: 'projects', role: 'create' },
      } as const
      const resources = [at('projects', 'createProject'), at('environments')]
      const answer = (request: Request) =>
        request.url.endsWith('/projects') ? Response.json({ id: 'p1' }, { status: 201 }) : status(404)
      return outcomes(documentOf([create, operation], { resources }), { answer, rules: ['conformance'] })
    }
    const found = [
      'conformance createProject: passed',
      'conformance add: status 200 | status 404 {"detail":"No."}',
    ]
    expect(await add('environment', { '200': {}, '404': problem })).toEqual([
      'conformance createProject: passed',
      expect.stringMatching(/^conformance add: not run, because add returned 404 /),
    ])
    expect(await add('environment', { '200': {} })).toEqual(found)
    expect(await add('label', { '200': {}, '404': problem })).toEqual(found)
  })

  test.each(['DELETE', 'GET'])(
    'is not run where a part is asked for that the item may not have (%s)',
    async (method) => {
      const users = {
        name: 'users',
        collection: '/users',
        item: '/users/{id}',
        operations: { create: 'createUser' },
        actions: [],
      }
      const create = {
        ...{ operationId: 'createUser', method: 'POST', path: '/users', responses: { '201': {} } },
        resource: { name: 'users', role: 'create' },
      } as const
      const answer = (request: Request) =>
        request.method === 'POST' ? Response.json({ id: 'u1' }, { status: 201 }) : status(404)
      const ask = (responses: OperationDescriptor['responses']) => {
        const operation = { operationId: 'askAvatar', method, path: '/users/{id}/avatar' }
        const parts = { resources: [users] }
        const document = documentOf([create, { ...operation, responses }], parts)
        return outcomes(document, { answer, rules: ['conformance'] })
      }
      expect(await ask({ '204': {}, '404': problem })).toEqual([
        'conformance createUser: passed',
        expect.stringMatching(/^conformance askAvatar: not run, because askAvatar returned 404 /),
      ])
      expect(await ask({ '204': {} })).toEqual([
        'conformance createUser: passed',
        'conformance askAvatar: status 204 | status 404 {"detail":"No."}',
      ])
    },
  )

  test('tells of the fullest request, and a crash counts although a smaller request is answered', async () => {
    const optional = { ...named, properties: { ...named.properties, size: { type: 'integer' } } } as const
    const content = { 'application/json': { schema: optional } }
    const operation = { ...evaluate, requestBody: { required: true, content } } as const
    const full = (text: string): boolean => text.includes('size')
    expect(await conformance(operation, (_, text) => status(full(text) ? 500 : 200))).toEqual([
      'conformance evaluate: status 200 | status 500 {"detail":"No."}',
    ])
    expect(await conformance(operation, (_, text) => status(400, full(text) ? 'Full.' : 'Small.'))).toEqual([
      expect.stringMatching(/ \| status 400 {"detail":"Full\."}$/),
    ])
  })
})

describe('an operation with a default response alone', () => {
  const operation = {
    operationId: 'fail',
    method: 'GET',
    path: '/fail',
    responses: { default: problem },
    security: [{ Key: [] }],
  } as const
  const document = documentOf([operation], {
    securitySchemes: { Key: { type: 'apiKey', in: 'header', name: 'x-key' } },
  })
  const ask = (answer: (request: Request) => Response) =>
    outcomes(document, {
      answer,
      rules: ['conformance', 'authentication'],
      credentials: { Key: 'k3y-of-mine' },
    })
  const isKnown = (request: Request): boolean => request.headers.get('x-key') === 'k3y-of-mine'

  test('may answer any status, and refuse a caller with any that refuses', async () => {
    expect(await ask((request) => status(isKnown(request) ? 418 : 403))).toEqual([
      'conformance fail: not run, because fail returned 418, but the document lists no success status for it',
      'authentication fail: passed',
    ])
  })

  test('keeps the media type of its response, and lets nobody in', async () => {
    const text = () => new Response('No.', { headers: { 'content-type': 'text/plain' } })
    expect(await ask((request) => (isKnown(request) ? text() : status(200)))).toEqual([
      'conformance fail: application/json | text/plain',
      ...[
        'without a credential',
        'with an unknown credential',
        'with the credential under the wrong scheme',
      ].map(
        (probe) => `authentication fail: status 401 (or 403, 404) ${probe} | status 200 {"detail":"No."}`,
      ),
    ])
  })

  test.each([404, 410])('that answers %i to everybody says nothing of callers and methods', async (code) => {
    const target = {
      answer: () => status(code),
      rules: ['authentication', 'methods'],
      credentials: { Key: 'k3y' },
    }
    expect(await outcomes(document, target)).toEqual([
      `authentication fail: not run, because fail returned ${code}, as it would have with the credential`,
      'methods fail: not run, because the responses to undocumented methods of the path prove nothing',
    ])
  })
})

test.each([404, 410])('%i of a made-up place says nothing of content, documented or not', async (code) => {
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } } as const
  const revive = { ...evaluate, operationId: 'revive', path: '/projects/{id}/revive', parameters: [id] }
  const projects = {
    name: 'projects',
    collection: '/projects',
    item: '/projects/{id}',
    operations: {},
    actions: [],
  }
  const document = documentOf([revive], { resources: [projects] })
  const rules = ['leniency', 'negative', 'generated']
  const madeUp = `revive returned ${code} for made-up ids, and the run could not create real ones`
  expect(await outcomes(document, { answer: () => status(code), rules })).toEqual([
    `leniency revive: not run, because ${madeUp}`,
    `negative revive: not run, because ${madeUp}`,
    `generated revive: not run, because ${madeUp}`,
  ])
})

describe('a document that has no refusal of what a request says leaves open how that is refused', () => {
  const refuse = (request: Request, text: string) =>
    isValid(text) && request.headers.get('content-type') === 'application/json' ? status(200) : status(400)
  const rules = ['leniency', 'negative', 'generated']

  test.each(['401', '404', '408', '409', '412', '431'])('although it has %s', async (key) => {
    const operation = { ...evaluate, responses: { '200': {}, [key]: problem } }
    expect(await outcomes(documentOf([operation]), { answer: refuse, rules })).toEqual(
      rules.map((rule) => `${rule} evaluate: passed`),
    )
  })

  test.each(['413', '415', '422'])('and one that has %s does not', async (key) => {
    const operation = { ...evaluate, responses: { '200': {}, [key]: problem } }
    expect(await outcomes(documentOf([operation]), { answer: refuse, rules })).toEqual(
      rules.map((rule) => expect.stringMatching(`^${rule} evaluate: .* \\| status 400`)),
    )
  })
})

test('a server that never answers ends a request in time, whatever becomes of its signal', async () => {
  const operation = { ...evaluate, operationId: 'second', path: '/second' }
  const answer = (request: Request): Response | Promise<Response> =>
    request.url.endsWith('/second') ? new Promise<Response>(() => {}) : status(200)
  const target = { answer, rules: ['conformance'], timeoutMs: 3000 }
  expect(await outcomes(documentOf([evaluate, operation]), target)).toEqual([
    'conformance evaluate: passed',
    'conformance second: a response | no response: it timed out after 3000 ms',
  ])
})

test('a broken refusal that a check overlooks is told in the grades that were asked for', async () => {
  const detailed = {
    content: { 'application/json': { schema: { type: 'object', required: ['detail'] } } },
  } as const
  const document = documentOf([{ ...evaluate, responses: { '200': {}, '403': detailed } }])
  const fetch = async () => Response.json({}, { status: 403 })
  const run = async (grade: Grade) => {
    const select = { rules: ['negative'], grades: [grade] }
    const target = { baseUrl: 'http://small.test', disposable: true, fetch }
    return (await runContract({ document, target, select })).results.map(({ outcome }) => outcome.status)
  }
  expect(await run('documented')).toEqual(['failed'])
  expect(await run('derived')).toEqual(['not-run'])
})

test('an undocumented 404 that quotes a made-up id is about the reference, and one that does not is a finding', async () => {
  const referring = {
    ...{ type: 'object', required: ['title', 'preset_id'] },
    properties: { title: { type: 'string' }, preset_id: { type: 'string', format: 'uuid' } },
  } as const
  const print: Omit<OperationDescriptor, 'pointer' | 'tag'> = {
    ...{ operationId: 'makePrint', method: 'POST', path: '/prints' },
    requestBody: { required: true, content: { 'application/json': { schema: referring } } },
    responses: { '201': {}, '400': problem },
  }
  const linesOf = (detail: (id: string) => string) =>
    outcomes(documentOf([print]), {
      rules: ['generated'],
      answer: (_, text) => {
        const { title, preset_id: id } = /^\{.*\}$/s.test(text) ? JSON.parse(text) : {}
        const isFit = typeof title === 'string' && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)
        return isFit ? status(404, detail(id)) : status(400)
      },
    })
  expect(await linesOf((id) => `The preset ${id} was not found.`)).not.toEqual([
    expect.stringContaining('a documented success or rejection for a valid request'),
  ])
  expect(await linesOf(() => 'The preset was not found.')).toEqual([
    expect.stringContaining('a documented success or rejection for a valid request'),
  ])
})
