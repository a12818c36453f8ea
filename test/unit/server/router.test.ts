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
    expect(route('PUT', '/pets')).toEqual({ allow: ['GET', 'POST', 'HEAD', 'OPTIONS'] })
    expect(route('GET', '/pets/7')).toEqual({ allow: ['DELETE', 'OPTIONS'] })
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

  test('names of Object.prototype are ordinary text', () => {
    const route = routes('GET /constructor', 'GET /x/{__proto__}')
    expect(route('GET', '/__proto__')).toBeUndefined()
    expect(Object.entries(route('GET', '/x/1')?.found?.path ?? {})).toEqual([['__proto__', '1']])
  })
})
