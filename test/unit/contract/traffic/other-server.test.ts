import type { OperationDescriptor } from '@concordat/runtime/http'
import { expect, test } from 'vitest'
import { NoAnswer } from '../../../../runtime/contract/traffic/session/no-answer.ts'
import { OperationLimits } from '../../../../runtime/contract/traffic/session/operation-limits.ts'

const operation = { operationId: 'fetchFeed', method: 'POST', path: '/feeds/fetch' } as OperationDescriptor

function awaited(body: unknown, { query = '', isLate = true, isUnending = false } = {}): string | undefined {
  const url = `http://127.0.0.1:8000/feeds/fetch${query}`
  const request = { method: 'POST', url, headers: {}, body: JSON.stringify(body) }
  return new NoAnswer('no answer', { operation, exchange: { request }, isUnending, isLate }).awaited
}

test('a request that names another server may have waited for that one', () => {
  expect(awaited({ feed: { feed_url: 'http://feeds.example/a' } })).toBe('feeds.example')
  expect(awaited({ peers: [{ counterPartyAddress: 'http://peer' }] })).toBe('peer')
  expect(awaited({}, { query: '?callbackUrl=https%3A%2F%2Fa.example%2F' })).toBe('a.example')
})

test('and not one that names its own, whose connection breaks, or that only uses an IRI as a name', () => {
  expect(awaited({ feed_url: 'http://127.0.0.1:8000/feeds/1' })).toBeUndefined()
  expect(awaited({ feed_url: 'http://feeds.example/a' }, { isLate: false })).toBeUndefined()
  expect(awaited({ feed_url: 'http://feeds.example/a' }, { isUnending: true })).toBeUndefined()
  expect(
    awaited({ '@context': { '@vocab': 'https://w3id.org/ns/' }, address: '1 Main Street' }),
  ).toBeUndefined()
})

test('a read that waits for events may wait for one', () => {
  const waits = (operationId: string, method = 'GET') => {
    const asked = { operationId, method, path: '/feeds' } as OperationDescriptor
    const exchange = { request: { method, url: 'http://127.0.0.1/feeds', headers: {} } }
    return new NoAnswer('', { operation: asked, exchange, isUnending: false, isLate: true }).isWaiting
  }
  expect(['Feeds_SubscribeNews', 'watch_feeds', 'streamNews'].map((name) => waits(name))).toEqual([
    true,
    true,
    true,
  ])
  expect(['listFeeds', 'getStreams'].map((name) => waits(name))).toEqual([false, false])
  expect(waits('subscribeToFeed', 'POST')).toBe(false)
})

test('a response that, according to the document, awaits an event or a time may have waited', () => {
  const waits = (more: object, isUnending = false) => {
    const asked = {
      operationId: 'stop',
      method: 'POST',
      path: '/kilns/7/stop',
      ...more,
    } as OperationDescriptor
    const exchange = { request: { method: 'POST', url: 'http://127.0.0.1/kilns/7/stop', headers: {} } }
    return new NoAnswer('', { operation: asked, exchange, isUnending, isLate: true }).isWaiting
  }
  expect(waits({ awaits: true })).toBe(true)
  expect(waits({ awaits: true }, true)).toBe(true)
  expect(waits({ parameters: [{ name: 't', in: 'query', waits: true }] })).toBe(true)
  expect(waits({})).toBe(false)
})

test('once another server was awaited in vain, requests that name one get less time', () => {
  const limits = new OperationLimits({ baseUrl: 'http://127.0.0.1:8000' })
  const timeOf = (body: object, more: object = {}): number =>
    limits.timeoutOf(
      { ...operation, ...more },
      {
        ...{ method: 'POST', url: 'http://127.0.0.1:8000/feeds/fetch', headers: {} },
        body: JSON.stringify(body),
      },
    )
  const naming = { feed_url: 'http://feeds.example/a' }
  expect([timeOf(naming), timeOf({})]).toEqual([10_000, 10_000])
  const request = { method: 'POST', url: 'http://127.0.0.1:8000/feeds/fetch', headers: {} }
  const exchange = { request: { ...request, body: JSON.stringify(naming) } }
  limits.noteLate(new NoAnswer('', { operation, exchange, isUnending: false, isLate: true }))
  expect([timeOf(naming), timeOf({})]).toEqual([3000, 10_000])
})

test('once an event was awaited in vain, other reads that wait for one get less time', () => {
  const limits = new OperationLimits({ baseUrl: 'http://127.0.0.1:8000' })
  const request = { method: 'GET', url: 'http://127.0.0.1:8000/feeds', headers: {} }
  const read = (operationId: string) =>
    ({ operationId, method: 'GET', path: '/feeds' }) as OperationDescriptor
  const times = (): number[] =>
    ['watchFeedList', 'listFeeds'].map((name) => limits.timeoutOf(read(name), request))
  const late = (operationId: string): void =>
    limits.noteLate(
      new NoAnswer('', {
        operation: read(operationId),
        exchange: { request },
        isUnending: true,
        isLate: true,
      }),
    )
  late('listFeeds')
  expect(times()).toEqual([3000, 10_000])
  late('watchFeeds')
  expect(times()).toEqual([500, 10_000])
})
