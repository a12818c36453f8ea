import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { valueAt } from '@concordat/runtime/json'
import { stepsOf } from '@concordat/runtime/pointer'
import { describe, expect, type TestContext, test } from 'vitest'
import { parse } from 'yaml'
import { Unavailable } from '../../bench/services/foreign-service.ts'
import { KINDS } from '../mutants/fault.ts'
import { FRAMEWORKS, type Framework, faultsOf, folderOf } from './framework.ts'
import { startService } from './service.ts'
import { tryService } from './trial.ts'

/** Maximum number of known failures in a framework's own document. */
const MOST_KNOWN = 10

/** Skips a test that this machine cannot run, and reports the reason. */
async function orSkip<Value>({ skip }: TestContext, work: Promise<Value>): Promise<Value> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Unavailable) skip(error.message)
    throw error
  }
}

const served = async (framework: Framework, url: string): Promise<unknown> =>
  (await fetch(url + framework.document)).json()

describe.each(FRAMEWORKS)('the $name service', (framework) => {
  test('keeps the document that its framework makes', async (context) => {
    const { text, findings, stale } = await orSkip(context, tryService(framework, { seed: 'frameworks' }))
    expect({ findings, stale }, text).toEqual({ findings: [], stale: [] })
  })

  test('has faults of known kinds, with clauses that its document has', async (context) => {
    const service = await orSkip(context, startService(framework))
    try {
      const document = await served(framework, service.url)
      const faults = faultsOf(framework)
      expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length)
      const wrong = faults.filter(
        ({ kind, clause }) => !KINDS.includes(kind) || valueAt(document, stepsOf(clause)) === undefined,
      )
      expect(wrong.map(({ id, clause }) => `${id}: ${clause}`)).toEqual([])
    } finally {
      await service.stop()
    }
  })

  test('can be broken in each way that its faults name', () => {
    const sources = framework.sources.filter((name) => /^(service\.|src$)/.test(name))
    const [source = ''] = sources.map((name) =>
      name === 'src' ? 'src/main/java/service/Service.java' : name,
    )
    const text = readFileSync(join(folderOf(framework), source), 'utf8')
    expect(faultsOf(framework).filter(({ id }) => !/["']/.test(text.charAt(text.indexOf(id) - 1)))).toEqual(
      [],
    )
  })

  test(`has at most ${MOST_KNOWN} known failures`, () => {
    const { failures } = parse(readFileSync(join(folderOf(framework), 'stock.yaml'), 'utf8'))
    expect(failures.length).toBeLessThanOrEqual(MOST_KNOWN)
  })
})
