import { createRouter } from '@concordat/runtime/server'
import { describe, expect, test } from 'vitest'

function routes(...paths: string[]) {
  return createRouter(
    paths.map((line) => {
      const [method = '', path = ''] = line.split(' ')
      return { method, path, target: line }
    }),
    'exact',
  )
}

describe('createRouter', () => {
  test('text wins over templates in any order of the document', () => {
    const route = routes('GET /pets/{id}', 'GET /pets/mine', 'GET /pets/{id}.json')
    expect(route('GET', '/pets/mine')?.found?.target).toBe('GET /pets/mine')
    expect(route('GET', '/pets/7.json')?.found).toEqual({ target: 'GET /pets/{id}.json', path: { id: '7' } })
    expect(route('GET', '/pets/7')?.found).toEqual({ target: 'GET /pets/{id}', path: { id: '7' } })
  })

  test('a template is tried when the text leads nowhere', () => {
    const route = routes('GET /pets/mine/toys', 'GET /pets/{id}/owner')
    expect(route('GET', '/pets/mine/owner')?.found?.path).toEqual({ id: 'mine' })
  })

  test('values of an abandoned branch are forgotten', () => {
    const route = routes('GET /{a}.{b}/x', 'GET /{whole}/y')
    expect(route('GET', '/1.2/y')?.found?.path).toEqual({ whole: '1.2' })
  })

  test('a name that stands twice has one value', () => {
    const route = routes('GET /pets/{id}/copies/{id}', 'POST /pets/{id}/copies/{other}')
    expect(route('GET', '/pets/a%20b/copies/a%20b')?.found?.path).toEqual({ id: 'a%20b' })
    expect(route('GET', '/pets/%61/copies/a')?.found).toBeDefined()
    expect(route('GET', '/pets/a/copies/b')).toBeUndefined()
    expect(route('POST', '/pets/a/copies/b')?.found?.path).toEqual({ id: 'a', other: 'b' })
  })

  test('several templates stand in one segment', () => {
    const route = routes(
      'GET /compare/{base}...{head}',
      'GET /files/{name}.{extension}',
      'POST /pets/{id}:archive',
    )
    expect(route('GET', '/compare/v1...v2')?.found?.path).toEqual({ base: 'v1', head: 'v2' })
    expect(route('GET', '/files/a.tar.gz')?.found?.path).toEqual({ name: 'a', extension: 'tar.gz' })
    expect(route('POST', '/pets/7:archive')?.found?.path).toEqual({ id: '7' })
    expect(route('GET', '/files/.gz')).toBeUndefined()
    expect(route('GET', '/files/a.')).toBeUndefined()
  })

  test('methods of one path may name its parameters differently', () => {
    const route = routes('GET /pets/{petId}', 'DELETE /pets/{id}')
    expect(route('GET', '/pets/7')?.found?.path).toEqual({ petId: '7' })
    expect(route('DELETE', '/pets/7')?.found?.path).toEqual({ id: '7' })
  })

  test('what takes the same requests is told beside the first of the document', () => {
    const route = routes(
      'GET /files/{id}',
      'GET /files/{name}',
      'GET /files/{id}#text',
      'GET /files/{n}?raw',
      'PUT /files/{key}',
    )
    const match = route('GET', '/files/7')
    expect(match?.found).toEqual({ target: 'GET /files/{id}', path: { id: '7' } })
    expect(match?.others).toEqual([
      { target: 'GET /files/{name}', path: { name: '7' } },
      { target: 'GET /files/{id}#text', path: { id: '7' } },
    ])
    expect(route('GET', '/files/7', 'raw')?.found?.target).toBe('GET /files/{n}?raw')
    expect(route('GET', '/files/7', 'raw')).not.toHaveProperty('others')
    expect(route('PUT', '/files/7')).not.toHaveProperty('others')
  })

  test('an encoded slash stays in its segment', () => {
    expect(routes('GET /files/{name}')('GET', '/files/a%2Fb')?.found?.path).toEqual({ name: 'a%2Fb' })
  })

  test('text is compared decoded', () => {
    const route = routes('GET /café/{id}', 'GET /é.{id}')
    expect(route('GET', '/caf%C3%A9/1')?.found?.path).toEqual({ id: '1' })
    expect(route('GET', '/%C3%A9.1')?.found?.path).toEqual({ id: '1' })
  })

  test('an empty segment is no value', () => {
    const route = routes('GET /pets/{id}', 'GET /pets')
    expect(route('GET', '/pets/')).toBeUndefined()
    expect(route('GET', '//')).toBeUndefined()
  })

  test('another method is told what the path supports', () => {
    const route = routes('GET /pets', 'POST /pets', 'DELETE /pets/{id}')
    expect(route('PUT', '/pets')).toEqual({
      allow: ['GET', 'POST', 'HEAD', 'OPTIONS'],
      supported: [
        { target: 'GET /pets', path: {} },
        { target: 'POST /pets', path: {} },
      ],
    })
    expect(route('GET', '/pets/7')).toEqual({
      allow: ['DELETE', 'OPTIONS'],
      supported: [{ target: 'DELETE /pets/{id}', path: { id: '7' } }],
    })
    expect(route('HEAD', '/pets')?.found?.target).toBe('GET /pets')
  })

  test('a trailing slash counts unless it is optional', () => {
    const targets = [
      { method: 'GET', path: '/', target: 'root' },
      { method: 'GET', path: '/pets', target: 'pets' },
      { method: 'GET', path: '/toys/', target: 'toys' },
    ]
    const optional = createRouter(targets, 'optional')
    const exact = createRouter(targets, 'exact')
    const found = (route: typeof exact) =>
      ['/', '/pets', '/pets/', '/toys', '/toys/', '/pets//'].map((path) => route('GET', path)?.found?.target)
    expect(found(optional)).toEqual(['root', 'pets', 'pets', 'toys', 'toys', undefined])
    expect(found(exact)).toEqual(['root', 'pets', undefined, undefined, 'toys', undefined])
  })

  test('a fixed query chooses the operation, and others do not need it', () => {
    const route = routes(
      'GET /m',
      'POST /m',
      'POST /m?beta=true',
      'GET /m?beta=true&count',
      'PUT /n?a=1',
      'PUT /{x}',
    )
    const target = (method: string, query: string, path = '/m') => route(method, path, query)?.found?.target
    expect(target('POST', '')).toBe('POST /m')
    expect(target('POST', 'limit=3&beta=true')).toBe('POST /m?beta=true')
    expect(target('POST', 'beta=false')).toBe('POST /m')
    expect(target('GET', 'beta=true')).toBe('GET /m')
    expect(target('HEAD', 'count&b%65ta=tru%65')).toBe('GET /m?beta=true&count')
    expect(target('PUT', 'a=1', '/n')).toBe('PUT /n?a=1')
    expect(target('PUT', '', '/n')).toBe('PUT /{x}')
    expect(routes('GET /m', 'PUT /m?a=1')('POST', '/m', '')).toEqual({
      allow: ['GET', 'HEAD', 'OPTIONS'],
      supported: [{ target: 'GET /m', path: {} }],
    })
    expect(routes('PUT /m?a=1')('PUT', '/m')).toBeUndefined()
  })

  test('a path parameter may stand in the query', () => {
    const route = routes('GET /{kind}?q={term}&all')
    expect(route('GET', '/pets', 'q=a+b%26c&all=')?.found?.path).toEqual({ kind: 'pets', term: 'a%20b%26c' })
    expect(route('GET', '/pets', 'q=&all')).toBeUndefined()
    expect(route('GET', '/pets', 'q=a')).toBeUndefined()
  })

  test('a fragment is no part of a request: the first operation of a path answers', () => {
    const route = routes('GET /x', 'GET /x#stream', 'GET /y#stream')
    expect(route('GET', '/x')?.found?.target).toBe('GET /x')
    expect(route('GET', '/y')?.found?.target).toBe('GET /y#stream')
  })

  test('{+name} takes several segments, and no more than what follows it leaves', () => {
    const route = routes('GET /f/{+a}', 'GET /f/{+a}/v/{b}', 'GET /f/{+a}:lock', 'GET /f/{a}', 'GET /f/mine')
    const found = (path: string) => route('GET', path)?.found
    expect(found('/f/x/y%2Fz')).toEqual({ target: 'GET /f/{+a}', path: { a: 'x/y%2Fz' } })
    expect(found('/f/x/y/v/3')).toEqual({ target: 'GET /f/{+a}/v/{b}', path: { a: 'x/y', b: '3' } })
    expect(found('/f/x/y:lock')).toEqual({ target: 'GET /f/{+a}:lock', path: { a: 'x/y' } })
    expect(found('/f/x')?.target).toBe('GET /f/{a}')
    expect(found('/f/mine')?.target).toBe('GET /f/mine')
    expect(found('/f/')).toBeUndefined()
    expect(routes('GET /{a}-{+b}')('GET', '/x/y-z')).toBeUndefined()
    expect(routes('GET /{+a}-{b}')('GET', '/x/y-z')?.found?.path).toEqual({ a: 'x/y', b: 'z' })
  })

  test('many names that span segments end soon', () => {
    const route = routes(`GET /${Array.from({ length: 20 }, (_, index) => `{+a${index}}/x`).join('/')}/end`)
    expect(route('GET', '/x'.repeat(200))).toBeUndefined()
  })

  test('names of Object.prototype are ordinary text', () => {
    const route = routes('GET /constructor', 'GET /x/{__proto__}')
    expect(route('GET', '/__proto__')).toBeUndefined()
    expect(Object.entries(route('GET', '/x/1')?.found?.path ?? {})).toEqual([['__proto__', '1']])
  })
})
