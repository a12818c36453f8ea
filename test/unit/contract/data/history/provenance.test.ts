import { expect, test } from 'vitest'
import type { Exchange } from '../../../../../runtime/contract/data/exchange/exchange.ts'
import { History } from '../../../../../runtime/contract/data/history/history.ts'
import { findingProvenance } from '../../../../../runtime/contract/data/history/provenance.ts'
import type { SourcedValue } from '../../../../../runtime/contract/data/history/sent-values.ts'

const PET = 'http://pets.test/pets/7'

/** Returns an id in a path, with the number of the request from which it came. */
const inPath = (text: string, from: number): SourcedValue => ({
  location: 'path',
  name: 'id',
  text,
  from: [from],
})

/**
 * Returns the changes of a pet that precede a read of it. @param changes the bodies as sent, with "!" before
 * a rejected one.
 */
function changesBehind(changes: readonly string[], member?: string): readonly string[] {
  const history = new History()
  history.begin()
  const exchange = (method: string, { body, status = 200 }: { body?: string; status?: number }): Exchange => {
    const request = { method, url: PET, headers: {}, ...(body !== undefined && { body }) }
    const noted = { request, response: { status, headers: {}, body: '{}' }, milliseconds: 1 }
    history.note(noted)
    return noted
  }
  for (const change of changes)
    exchange('PATCH', { body: change.replace('!', ''), status: change.startsWith('!') ? 400 : 200 })
  const read = exchange('GET', {})
  const { steps } = findingProvenance(history, { shown: [read], member })
  return steps.flatMap(({ request }) => request.body ?? [])
}

const first = '{"size":{"a":1}}'
const second = '{"size":{"b":2}}'

test('what a member had before its last change leads to it, and changes of others do not', () => {
  expect(changesBehind([first, '{"name":"Bo"}', second], 'size')).toEqual([first, second])
})

test('a change that was refused is behind the last one alone', () => {
  expect(changesBehind([`!${first}`, second], 'size')).toEqual([second])
  expect(changesBehind([first, `!${second}`], 'size')).toEqual([first, second])
})

test('of many changes of a member the latest are told', () => {
  const changes = Array.from({ length: 9 }, (_, index) => `{"size":${index}}`)
  expect(changesBehind(changes, 'size')).toEqual(changes.slice(5))
})

test('what is about no member has all changes behind it', () => {
  expect(changesBehind([first, '{"name":"Bo"}'])).toEqual([first, '{"name":"Bo"}'])
})

test('of a write that was sent again and again two are told', () => {
  const history = new History()
  history.begin()
  const request = { method: 'POST', url: 'http://pets.test/pets/count', headers: {}, body: 'null' }
  const sent = Array.from({ length: 9 }, () => ({
    request,
    response: { status: 200, headers: {}, body: '{}' },
    milliseconds: 1,
  }))
  for (const exchange of sent) history.note(exchange)
  const { steps } = findingProvenance(history, { shown: sent.slice(-1) })
  expect(steps).toEqual(sent.slice(-3))
})

test('an answer that shows what an earlier write sent has that write behind it', () => {
  const history = new History()
  history.begin()
  const replace = (sent: string, shown: string): Exchange => {
    const request = { method: 'PUT', url: PET, headers: {}, body: sent }
    const exchange = { request, response: { status: 200, headers: {}, body: shown }, milliseconds: 1 }
    history.note(exchange)
    return exchange
  }
  const first = replace('{"age":6}', '{"age":6}')
  replace('{"age":7}', '{"age":7}')
  history.begin()
  const last = replace('{"age":0}', '{"age":6}')
  expect(findingProvenance(history, { shown: [last], member: 'age' }).steps).toEqual([first, last])
  const right = replace('{"age":7}', '{"age":7}')
  expect(findingProvenance(history, { shown: [right], member: 'age' }).steps).toEqual([right])
  const raised = replace('{"age":1}', '{"age":2}')
  expect(findingProvenance(history, { shown: [raised], member: 'age' }).steps).toEqual([right, raised])
})

test('a text that the client made up is said again, not taken from a list that contains it', () => {
  const history = new History()
  history.begin()
  const exchange = (method: string, sent: string | undefined, shown: string): Exchange => {
    const request = {
      method,
      url: 'http://pets.test/pets',
      headers: {},
      ...(sent !== undefined && { body: sent }),
    }
    const noted = { request, response: { status: 200, headers: {}, body: shown }, milliseconds: 1 }
    history.note(noted)
    return noted
  }
  const pet = '{"name":"made-up-name-53"}'
  const first = exchange('POST', pet, pet)
  exchange('GET', undefined, `[${pet}]`)
  const again = exchange('POST', pet, pet)
  const { steps, passed } = findingProvenance(history, { shown: [again] })
  expect(steps).toEqual([first, again])
  expect(passed).toEqual([])
})

test('an item is taken from what made it, not from a write elsewhere that shows its id', () => {
  const history = new History()
  history.begin()
  const exchange = (method: string, path: string, shown: string, ...sent: SourcedValue[]): Exchange => {
    const request = { method, url: `http://pets.test${path}`, headers: {} }
    const noted = { request, response: { status: 200, headers: {}, body: shown }, milliseconds: 1 }
    history.note(noted, { sent })
    return noted
  }
  const id = '4f0c1b2a-pet'
  const made = exchange('POST', '/pets', `{"id":"${id}"}`)
  const toy = exchange('POST', `/pets/${id}/toys`, '{"id":"ball-0001"}', inPath(id, 0))
  const changed = exchange('PATCH', '/toys/ball-0001', `{"pet":"${id}"}`, inPath('ball-0001', 1))
  const read = exchange('GET', `/pets/${id}`, '{}', inPath(id, 0))
  expect(findingProvenance(history, { shown: [read] }).steps).toEqual([made, toy, read])

  const others = new History()
  for (const each of [toy, changed, read]) others.note(each)
  expect(findingProvenance(others, { shown: [read] }).steps).toEqual([toy, read])
})

test('what all pages show is made first, also where answers have their items in an envelope', () => {
  const history = new History()
  history.begin()
  const exchange = (
    method: string,
    query: string,
    shown: object,
    sent: readonly SourcedValue[] = [],
  ): Exchange => {
    const request = { method, url: `http://pets.test/pets${query}`, headers: {} }
    const body = JSON.stringify(shown)
    const noted = { request, response: { status: 200, headers: {}, body }, milliseconds: 1 }
    history.note(noted, { sent })
    return noted
  }
  const pets = [1, 2, 3].map((number) => ({ id: `pet-000${number}` }))
  const made = pets.map((data) => exchange('POST', '', { data }))
  history.begin()
  const first = exchange('GET', '?limit=2', { data: pets.slice(0, 2), next: 'cursor-77' })
  const last = exchange('GET', '?limit=2&cursor=cursor-77', { data: pets.slice(2), next: null }, [
    { location: 'query', name: 'cursor', text: 'cursor-77', from: [3] },
  ])
  expect(findingProvenance(history, { shown: [last] }).steps).toEqual([...made, first, last])
})

test('a change that crashed has the change of another item behind it that said the same and was taken', () => {
  const history = new History()
  history.begin()
  const send = (line: string, status: number): Exchange => {
    const [method = '', path = '', body] = line.split(' ')
    const request = {
      method,
      url: `http://pets.test${path}`,
      headers: {},
      ...(body !== undefined && { body }),
    }
    const exchange = { request, response: { status, headers: {}, body: '{}' }, milliseconds: 1 }
    history.note(exchange)
    return exchange
  }
  const behind = (shown: Exchange): readonly string[] =>
    findingProvenance(history, { shown: [shown] }).steps.map(
      ({ request }) => `${request.method} ${request.url}`,
    )
  send('PUT /pets/1 {"name":"the-one-name"}', 200)
  send('PUT /pets/2 {"name":"another-name"}', 200)
  history.begin()
  const crash = send('PUT /pets/3 {"name":"the-one-name"}', 500)
  expect(behind(crash)).toEqual(['PUT http://pets.test/pets/1', 'PUT http://pets.test/pets/3'])
  expect(behind(send('PUT /pets/4 {"name":"a-third-name"}', 500))).toEqual(['PUT http://pets.test/pets/4'])
  expect(behind(send('PUT /pets/1 {"name":"the-one-name"}', 500))).toEqual(['PUT http://pets.test/pets/1'])
})

test('a value that an answer gave has that answer behind it, a read of another rule too, and one of a rule has none', () => {
  const history = new History()
  history.begin()
  const send = (path: string, ...sent: SourcedValue[]): Exchange => {
    const request = { method: 'GET', url: `http://pets.test${path}`, headers: {} }
    const exchange = { request, response: { status: 200, headers: {}, body: '{"word":"black"}' } }
    history.note(exchange, { sent })
    return exchange
  }
  const words = send('/words')
  history.begin()
  const color = { location: 'query', name: 'color', text: 'black' } as const
  const taken = send('/pets?color=black', { ...color, from: [0] })
  expect(findingProvenance(history, { shown: [taken] }).steps).toEqual([words, taken])
  const chosen = send('/pets?color=black', { ...color, from: 'rule' })
  expect(findingProvenance(history, { shown: [chosen] }).steps).toEqual([chosen])
})

test('what made an item at its collection leads to it, and not a later write elsewhere that shows it', () => {
  const history = new History()
  history.begin()
  const id = '6bbd6ba1-55c8'
  const note = (method: string, path: string, body: unknown, ...sent: SourcedValue[]): Exchange => {
    const exchange = {
      request: { method, url: `http://pets.test${path}`, headers: {} },
      response: { status: 200, headers: {}, body: JSON.stringify(body) },
      milliseconds: 1,
    }
    history.note(exchange, { sent })
    return exchange
  }
  const made = note('POST', '/pets/', { id })
  note('POST', '/pets/filter', [{ id: '1c2d3e4f-5a6b' }, { id }])
  const read = note('GET', `/pets/${id}/toys`, [], inPath(id, 0))
  const { steps, passed } = findingProvenance(history, { shown: [read] })
  expect(steps).toEqual([made, read])
  expect(passed).toMatchObject([{ text: id, pointer: '/id', by: made, to: { exchange: read } }])
})

test('what a POST made under the name in its path leads to what was asked of it', () => {
  const history = new History()
  history.begin()
  const note = (method: string, path: string, status: number, ...sent: SourcedValue[]): Exchange => {
    const request = { method, url: `http://keys.test${path}`, headers: {} }
    const exchange = { request, response: { status, headers: {}, body: '{"keys":[]}' }, milliseconds: 1 }
    history.note(exchange, { sent })
    return exchange
  }
  const made = note('POST', '/keys/c37av9u-2194', 201)
  note('POST', '/keys/c37av9u-2195', 201)
  history.begin()
  const removed = note('DELETE', '/keys/c37av9u-2194', 204, inPath('c37av9u-2194', 0))
  const replaced = note('PUT', '/keys/c37av9u-2194', 200, inPath('c37av9u-2194', 0))
  expect(findingProvenance(history, { shown: [replaced] }).steps).toEqual([made, removed, replaced])
  note('POST', '/keys/old/locks', 201)
  history.begin()
  const listed = note('GET', '/keys/old/locks', 200)
  expect(findingProvenance(history, { shown: [listed] }).steps).toEqual([listed])
})

test('what made an item leads to an answer that shows it although another one was asked for', () => {
  const history = new History()
  history.begin()
  const exchange = (method: string, path: string, body: string): Exchange => ({
    request: { method, url: `http://pets.test${path}`, headers: {} },
    response: { status: method === 'POST' ? 201 : 200, headers: {}, body },
    milliseconds: 1,
  })
  const owner = exchange('POST', '/owners', '{"id":7}')
  const pet = exchange('POST', '/pets', '{"id":7}')
  const renamed = exchange('PATCH', '/pets/7', '{"id":7,"name":"Bo"}')
  const other = exchange('POST', '/pets', '{"id":8}')
  const astray: Exchange = {
    ...other,
    response: { status: 201, headers: { location: 'http://[' }, body: '' },
  }
  for (const write of [owner, pet, other, astray, renamed]) history.note(write)
  history.begin()
  const first = exchange('GET', '/pets/404404', '{"data":{"id":7,"name":"Bo"}}')
  history.note(first)
  expect(findingProvenance(history, { shown: [first] }).steps).toEqual([pet, first])
})

test('a read that shows again what the one before showed is told once', () => {
  const history = new History()
  history.begin()
  const note = (method: string, url: string, sent: readonly SourcedValue[] = []): Exchange => {
    const response = { status: 200, headers: {}, body: '{"id":"7","owner":"9"}' }
    const exchange = { request: { method, url, headers: {} }, response, milliseconds: 1 }
    history.note(exchange, { sent })
    return exchange
  }
  const [first, again] = [note('GET', PET), note('GET', PET)]
  const shown = note('GET', 'http://pets.test/pets/7/owners/9', [
    inPath('7', 0),
    { location: 'path', name: 'owner', text: '9', from: [1] },
  ])
  const { steps, passed } = findingProvenance(history, { shown: [shown], member: undefined })
  expect(steps).toEqual([first, shown])
  expect(passed.map(({ by }) => by === first)).toEqual([true, true])
  expect(again).toEqual(first)
})
