import type { ParameterDescriptor } from '@concordat/runtime/http'
import { describe, expect, test } from 'vitest'
import { answerOf, appOf, documentOf, queryOf, received } from './echo-app.ts'

const integers = { type: 'array', items: { type: 'integer' } }
const color = { type: 'object', properties: { R: { type: 'integer' }, G: { type: 'integer' } } }

describe('a text becomes what its schema allows', () => {
  test.each<[object, string, unknown]>([
    [{ type: 'integer' }, 'value=10', 10],
    [{ type: 'number' }, 'value=-1.5e2', -150],
    [{ type: 'boolean' }, 'value=true', true],
    [{ type: 'string' }, 'value=10', '10'],
    [{ type: ['string', 'null'] }, 'value=', ''],
    [{ type: ['integer', 'null'] }, 'value=', null],
    [{ anyOf: [{ type: 'integer' }, { type: 'string', enum: ['auto'] }] }, 'value=auto', 'auto'],
    [{ anyOf: [{ type: 'integer' }, { type: 'string', enum: ['auto'] }] }, 'value=3', 3],
    [{ type: ['integer', 'string'] }, 'value=007', '007'],
    [{ enum: [1, 2] }, 'value=2', 2],
    [{ enum: ['1', '2'] }, 'value=2', '2'],
    [{}, 'value=10', '10'],
    [{ type: 'string' }, 'value=a+b%2Bc%26', 'a b+c&'],
    [{ type: 'string' }, 'value=100%', '100%'],
    [{ type: 'integer' }, 'value=1&value=2', 2],
    [{ type: ['array', 'string'] }, 'value=a', 'a'],
    [{ type: ['array', 'string'] }, 'value=a&value=b', ['a', 'b']],
    // A value that the style cannot express is JSON.
    [{ properties: { tags: { type: 'array' } }, type: 'object' }, 'tags=["a,b"]', { tags: ['a,b'] }],
    [{ properties: { of: { type: 'object' } }, type: 'object' }, 'of={"a":1}', { of: { a: 1 } }],
    [{ properties: { tags: integers }, type: 'object' }, 'tags=7', { tags: [7] }],
    [{ properties: { of: { type: 'string' } }, type: 'object' }, 'of={"a":1}', { of: '{"a":1}' }],
    // If both are allowed, valid JSON is parsed, and anything else is a string.
    [{ properties: { of: { type: ['object', 'string'] } }, type: 'object' }, 'of={"a":1}', { of: { a: 1 } }],
    [{ properties: { of: { type: ['array', 'string'] } }, type: 'object' }, 'of=[draft]', { of: '[draft]' }],
    // The parts of an `allOf` together describe a property.
    [
      {
        allOf: [
          { type: 'object', properties: { a: { type: 'array' } } },
          { properties: { a: { items: { type: 'integer' } } } },
        ],
      },
      'a=1',
      { a: [1] },
    ],
  ])('%j of %s is %j', async (schema, query, expected) => {
    expect(await queryOf({ schema: schema as never }, query)).toEqual(expected)
  })

  test('through the branches of oneOf, and by position', async () => {
    const branch = (value: string) => ({ oneOf: [{ type: 'integer' }, { type: 'string', enum: [value] }] })
    expect(await queryOf({ schema: { type: 'array', items: branch('x') } }, 'value=1&value=x')).toEqual([
      1,
      'x',
    ])
    const tuple = {
      type: 'array',
      prefixItems: [{ type: 'string' }, { type: 'integer' }],
      items: { type: 'boolean' },
    }
    expect(await queryOf({ schema: tuple }, 'value=1&value=2&value=true')).toEqual(['1', 2, true])
  })

  test('an open object takes the names that no other parameter has', async () => {
    const call = received({
      parameters: [
        { name: 'limit', in: 'query', schema: { type: 'integer' } },
        { name: 'where', in: 'query', style: 'deepObject', schema: { type: 'object' } },
        {
          name: 'filters',
          in: 'query',
          schema: { type: 'object', additionalProperties: { type: 'integer' } },
        },
        { name: 'untyped', in: 'query', explode: false, schema: { properties: { a: { type: 'integer' } } } },
      ],
    })
    const { query } = await call(new Request('http://host/?limit=1&where[a]=2&age=3&height=4&untyped=a,5'))
    expect(query).toEqual({
      limit: 1,
      where: { a: '2' },
      filters: { age: 3, height: 4 },
      untyped: { a: 5 },
    })
  })

  test('through references', async () => {
    const call = received(
      { parameters: [{ name: 'value', in: 'query', schema: { $ref: '#/$defs/Ids' } }] },
      { definitions: { Ids: { type: 'array', items: { $ref: '#/$defs/Id' } }, Id: { type: 'integer' } } },
    )
    expect((await call(new Request('http://host/?value=1&value=2')))['query']).toEqual({ value: [1, 2] })
  })
})

describe('styles of a query', () => {
  test.each<[Partial<ParameterDescriptor>, string, unknown]>([
    [{ schema: integers }, 'value=1&value=2', [1, 2]],
    [{ schema: integers }, 'value=1', [1]],
    [{ schema: integers, explode: false }, 'value=1,2', [1, 2]],
    [{ schema: { type: 'array' }, explode: false }, 'value=a%2Cb,c', ['a,b', 'c']],
    [{ schema: integers, style: 'spaceDelimited', explode: false }, 'value=1%202+3', [1, 2, 3]],
    [{ schema: integers, style: 'pipeDelimited', explode: false }, 'value=1|2%7C3', [1, 2, 3]],
    [{ schema: color }, 'R=1&G=2&other=3', { R: 1, G: 2 }],
    [{ schema: color, explode: false }, 'value=R,1,G,2', { R: 1, G: 2 }],
    [{ schema: color, style: 'deepObject' }, 'value[R]=1&value%5BG%5D=2', { R: 1, G: 2 }],
    [
      { schema: { type: 'object' }, style: 'deepObject' },
      'value[a][b]=1&value[a][c]=2',
      { a: { b: '1', c: '2' } },
    ],
    [
      { schema: { type: 'object', properties: { ids: integers } }, style: 'deepObject' },
      'value[ids][0]=1&value[ids][1]=2',
      { ids: [1, 2] },
    ],
    [
      { schema: { type: 'object', properties: { ids: integers } }, style: 'deepObject' },
      'value[ids][]=1&value[ids][]=2',
      { ids: [1, 2] },
    ],
    // A value that is not an object is sent without brackets.
    [{ schema: { anyOf: [color, { type: 'integer' }] }, style: 'deepObject' }, 'value=7', 7],
    [{ schema: { anyOf: [color, { type: 'integer' }] }, style: 'deepObject' }, 'value[R]=7', { R: 7 }],
    [
      { schema: { anyOf: [{ type: 'array', items: color }, { enum: [''] }] }, style: 'deepObject' },
      'value=',
      '',
    ],
    [
      { schema: { anyOf: [{ type: 'array', items: color }, { enum: [''] }] }, style: 'deepObject' },
      'value[0][R]=7&value[1][G]=8',
      [{ R: 7 }, { G: 8 }],
    ],
    [{ schema: { anyOf: [color, integers] }, style: 'deepObject' }, 'value[0]=7&value[1]=8', [7, 8]],
    [{ schema: { anyOf: [color, integers] }, style: 'deepObject' }, 'value[R]=7', { R: 7 }],
    [{ schema: color, mediaType: 'application/json' }, 'value=%7B%22R%22:1%7D', { R: 1 }],
  ])('%j of %s is %j', async (parameter, query, expected) => {
    expect(await queryOf(parameter, query)).toEqual(expected)
  })

  test('a name cannot reach the prototype', async () => {
    const value = await queryOf({ schema: { type: 'object' }, style: 'deepObject' }, 'value[__proto__][x]=1')
    expect(Object.keys(value as object)).toEqual(['__proto__'])
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
  })

  test('brackets without end do not exhaust the stack', async () => {
    const value = await queryOf(
      { schema: { type: 'object' }, style: 'deepObject' },
      `value${'[a]'.repeat(3000)}=1`,
    )
    expect(JSON.stringify(value).match(/"a":/g)).toHaveLength(64)
  })
})

describe('other locations', () => {
  const at = async (parameter: ParameterDescriptor, init: RequestInit, path = '/') => {
    const call = received({ parameters: [parameter], path: parameter.in === 'path' ? '/{value}' : '/' })
    const values = await call(new Request(`http://host${path}`, init))
    return (values[parameter.in] as Record<string, unknown>)[parameter.name]
  }

  test.each<[Partial<ParameterDescriptor>, string, unknown]>([
    [{ schema: integers }, '/1,2', [1, 2]],
    [{ schema: color, explode: true }, '/R=1,G=2', { R: 1, G: 2 }],
    [{ schema: { type: 'string' } }, '/a%2Fb', 'a/b'],
    [{ schema: integers, style: 'label' }, '/.1,2', [1, 2]],
    [{ schema: integers, style: 'label', explode: true }, '/.1.2', [1, 2]],
    [{ schema: { type: 'integer' }, style: 'matrix' }, '/;value=1', 1],
    [{ schema: integers, style: 'matrix' }, '/;value=1,2', [1, 2]],
    [{ schema: integers, style: 'matrix', explode: true }, '/;value=1;value=2', [1, 2]],
    [{ schema: color, style: 'matrix', explode: true }, '/;R=1;G=2', { R: 1, G: 2 }],
  ])('path: %j of %s is %j', async (parameter, path, expected) => {
    expect(await at({ name: 'value', in: 'path', required: true, ...parameter }, {}, path)).toEqual(expected)
  })

  test('headers are found by any case and split at commas', async () => {
    const headers = { 'x-ids': '1, 2' }
    expect(await at({ name: 'X-Ids', in: 'header', schema: integers }, { headers })).toEqual([1, 2])
    const date = { 'x-date': 'Tue, 15 Nov 1994' }
    expect(await at({ name: 'X-Date', in: 'header', schema: { type: 'string' } }, { headers: date })).toBe(
      'Tue, 15 Nov 1994',
    )
  })

  test('OpenAPI keeps Accept, Content-Type and Authorization for itself', async () => {
    const parameter: ParameterDescriptor = {
      name: 'Accept',
      in: 'header',
      required: true,
      schema: { type: 'integer' },
    }
    expect(await at(parameter, { headers: { accept: 'text/html' } })).toBeUndefined()
  })

  test('cookies', async () => {
    const headers = { cookie: 'other=1; value=a%20b; last=2' }
    expect(await at({ name: 'value', in: 'cookie', schema: { type: 'string' } }, { headers })).toBe('a b')
  })
})

describe('parameters are validated', () => {
  const document = documentOf([
    {
      path: '/{id}',
      parameters: [
        { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
        { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, default: 10 } },
        { name: 'tags', in: 'query', schema: { type: 'array', items: { type: 'integer' }, default: [7] } },
        { name: 'X-Key', in: 'header', required: true, schema: { type: 'string' } },
      ],
    },
  ])

  test('every issue is told with its place', async () => {
    const [status, body] = await answerOf(appOf(document)(new Request('http://host/x?limit=0&tags=1&tags=b')))
    expect(status).toBe(400)
    expect(body).toMatchObject({
      kind: 'invalid-parameter',
      errors: [
        { location: 'path', pointer: '/id' },
        { location: 'query', pointer: '/limit' },
        { location: 'query', pointer: '/tags/1' },
        { location: 'header', pointer: '' },
      ],
    })
  })

  test('paths of issues have numbers for indexes', async () => {
    const app = appOf(document, {
      problemResponse: (problem) => ({
        status: 400,
        body: problem.issues.map(({ path, issue }) => [path, issue.keyword]),
      }),
    })
    const headers = { 'x-key': 'k' }
    expect(await answerOf(app(new Request('http://host/1?tags=1&tags=b', { headers })))).toEqual([
      400,
      [[['tags', 1], 'type']],
    ])
  })

  test('defaults are filled in, and are not shared between requests', async () => {
    const seen: { query: { tags: number[] } }[] = []
    const handlers = {
      operation0: (request: never) => {
        seen.push(request)
        return { status: 200, body: {} }
      },
    }
    const app = appOf(document, { handlers })
    const headers = { 'x-key': 'k' }
    await app(new Request('http://host/1?limit=2', { headers }))
    seen[0]?.query.tags.push(8)
    await app(new Request('http://host/1', { headers }))
    expect(seen.map(({ query }) => query)).toEqual([
      { limit: 2, tags: [7, 8] },
      { limit: 10, tags: [7] },
    ])
  })

  test('what was given is told apart from what is a default', async () => {
    const seen: object[] = []
    const handlers = {
      operation0: (_: never, { given }: { given: object }) => {
        seen.push(given)
        return { status: 200, body: {} }
      },
    }
    const app = appOf(document, { handlers })
    const headers = { 'x-key': 'k' }
    await app(new Request('http://host/1?limit=10&unknown=1', { headers }))
    await app(new Request('http://host/1', { headers }))
    const others = { path: { id: 1 }, querystring: {}, header: { 'X-Key': 'k' }, cookie: {} }
    expect(seen).toEqual([
      { ...others, query: { limit: 10 } },
      { ...others, query: {} },
    ])
  })
})
