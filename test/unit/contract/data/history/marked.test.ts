import { describe, expect, test } from 'vitest'
import { markedScriptRequest } from '../../../../../runtime/contract/data/history/marked.ts'

const request = (path: string) => ({ method: 'GET', url: `http://api.test${path}`, headers: {} })

function markedPath(path: string, template: string, name: string, text: string): string | undefined {
  const value = { location: 'path', name, text, from: [1] } as const
  return markedScriptRequest(request(path), { value, to: { path: template } }, '$1')?.url.slice(15)
}

describe('a value in a path is marked', () => {
  test.each([
    ['/users/3', '/users/{user}', '/users/$1'],
    ['/users/3.json', '/users/{user}.json', '/users/$1.json'],
    ['/v1/users/a%20b', '/users/{user}', '/v1/users/$1', 'a b'],
  ])('%s as %s', (path, template, marked, text = '3') =>
    expect(markedPath(path, template, 'user', text)).toBe(marked),
  )

  test('but not a piece of another value', () =>
    expect(markedPath('/users/214738', '/users/{user}', 'user', '3')).toBeUndefined())
})
