import { runContract } from '@concordat/contract'
import { describe, expect, test } from 'vitest'
import { buildModel } from '../../../generator/model/build.ts'
import { isSuccess } from '../../../runtime/contract/data/exchange/answer.ts'
import { loadFolder } from '../../unit/load/folder.ts'
import { type Dialect, documentOf, harbourOf } from './dialect.ts'
import { DIALECTS } from './dialects.ts'

/** Maximum mean number of requests per operation of a dialect. */
const MOST_REQUESTS = 40

async function tell(dialect: Dialect) {
  const document = JSON.stringify(documentOf(dialect))
  const { descriptor } = buildModel(await loadFolder({ 'openapi.yaml': document })).model
  const { serve, touched, left } = harbourOf(dialect)
  const before = left()
  const reached = new Set<string>()
  const report = await runContract({
    document: descriptor,
    target: { baseUrl: 'http://stand-in.test', fetch: serve },
    onExchange: ({ operation }, answer) => {
      if (isSuccess(answer)) reached.add(operation.operationId)
    },
  })
  const findings = report.results.flatMap(({ rule, operationId, outcome }) =>
    outcome.status === 'failed'
      ? outcome.findings.map(({ expected, received }) => `${rule} ${operationId}: ${expected} | ${received}`)
      : outcome.status === 'defect'
        ? [outcome.message]
        : [],
  )
  const notRun = report.results.flatMap(({ rule, operationId, outcome }) =>
    outcome.status === 'not-run' ? [`${rule} ${operationId}: ${JSON.stringify(outcome.reason)}`] : [],
  )
  if (process.env['TELL'])
    console.log(dialect.name, { requests: report.requests, results: report.results.length, notRun })
  return {
    ...report,
    findings,
    notRun,
    reached,
    touched,
    isAsBefore: JSON.stringify(left()) === JSON.stringify(before),
  }
}

const told = new Map<Dialect, ReturnType<typeof tell>>()

/** Runs each dialect once for all tests. */
function toldOf(dialect: Dialect): ReturnType<typeof tell> {
  const known = told.get(dialect) ?? tell(dialect)
  told.set(dialect, known)
  return known
}

describe.each(DIALECTS)('a server with $name', (dialect) => {
  test('is reached whole', async () => {
    const { reached } = await toldOf(dialect)
    expect(dialect.lines.map(({ id }) => id).filter((id) => !reached.has(id))).toEqual([])
  })

  test('is accused of nothing', async () => {
    expect((await toldOf(dialect)).findings).toEqual([])
  })

  test('is left as it was, and its own items are never touched', async () => {
    const { touched, leftBehind, isAsBefore } = await toldOf(dialect)
    expect({ touched, leftBehind, isAsBefore }).toEqual({ touched: [], leftBehind: [], isAsBefore: true })
  })

  test('is asked seldom', async () => {
    const { requests } = await toldOf(dialect)
    expect(requests / dialect.lines.length).toBeLessThanOrEqual(MOST_REQUESTS)
  })
})
