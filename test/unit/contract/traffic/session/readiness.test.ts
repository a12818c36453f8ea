import { expect, test } from 'vitest'
import type { Answer } from '../../../../../runtime/contract/data/exchange/answer.ts'
import { Readiness } from '../../../../../runtime/contract/traffic/session/readiness.ts'

const answer = (status: number) => ({ status, headers: new Headers(), text: '' }) as Answer

/** Returns how often a request of each operation is sent, if the server gives these statuses in turn. */
function timesSent(statuses: Readonly<Record<string, readonly number[]>>): readonly number[] {
  const readiness = new Readiness()
  return Object.entries(statuses).map(([operationId, all]) => {
    const last = all.findIndex(
      (status, tries) => readiness.pauseAfter(answer(status), { operationId, tries }) === undefined,
    )
    return last + 1
  })
}

const IN_VAIN = [503, 503, 503, 503]

test('a request is resent while the server is unavailable, for an operation once in vain', () => {
  expect(timesSent({ a: [503, 200], b: IN_VAIN })).toEqual([2, 4])
})

test('a run that resends three requests in vain takes 503 for an error', () => {
  expect(timesSent({ a: IN_VAIN, b: IN_VAIN, c: IN_VAIN, d: IN_VAIN })).toEqual([4, 4, 4, 1])
})

test('a run whose resent request succeeded goes on to wait', () => {
  expect(timesSent({ a: [503, 200], b: IN_VAIN, c: IN_VAIN, d: IN_VAIN, e: IN_VAIN })).toEqual([
    2, 4, 4, 4, 4,
  ])
})
