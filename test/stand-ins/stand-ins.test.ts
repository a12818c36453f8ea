import { describe, expect, test } from 'vitest'
import { formatTable } from '../../bench/table.ts'
import { type Reach, reachOf, STAND_INS } from './stand-ins.ts'

/**
 * Minimum number of operations that a run without configuration reaches. A change that raises the number must
 * be kept.
 */
const LEAST_REACHED = 115
/** Maximum mean number of requests per operation of a service. */
const MOST_REQUESTS = 40

let known: Promise<readonly Reach[]> | undefined

async function reachAll(): Promise<readonly Reach[]> {
  const all: Reach[] = []
  for (const standIn of STAND_INS) all.push(await reachOf(standIn))
  const rows = all.map(({ name, operations, reached, requests, findings }) => [
    name,
    ...[operations.length, reached.length, requests, findings.length].map(String),
    (requests / operations.length).toFixed(1),
  ])
  const header = ['service', 'operations', 'reached a 2xx', 'requests', 'findings', 'requests an operation']
  console.log(formatTable({ header, rows, textColumns: 1 }))
  return all
}

/** Runs each service once for all tests. */
function runs(): Promise<readonly Reach[]> {
  known ??= reachAll()
  return known
}

describe('a run without configuration, on services in the habits of Java frameworks', () => {
  test('reaches nearly all operations', async () => {
    const reaches = await runs()
    const sum = (count: (reach: Reach) => number) => reaches.reduce((all, reach) => all + count(reach), 0)
    expect(sum(({ operations }) => operations.length)).toBe(120)
    expect(sum(({ reached }) => reached.length)).toBeGreaterThanOrEqual(LEAST_REACHED)
  })

  test('in few requests', async () => {
    for (const { operations, requests } of await runs())
      expect(requests / operations.length).toBeLessThanOrEqual(MOST_REQUESTS)
  })

  test('harms nothing that was there', async () => {
    for (const { harmed } of await runs()) expect(harmed).toEqual([])
  })

  test('accuses no function of its arguments, and finds the crashes', async () => {
    const [functions] = await runs()
    expect(functions?.findings.length).toBeGreaterThan(0)
    for (const finding of functions?.findings ?? []) expect(finding).toContain('status 500')
  })

  test('reaches items that are made below a parent, and what is put there, and leaves none behind', async () => {
    const circles = (await runs()).find(({ name }) => name === 'circles')
    expect(circles?.operations.filter((operation) => !circles.reached.includes(operation))).toEqual([])
    expect(circles?.leftBehind).toEqual([])
  })
})
