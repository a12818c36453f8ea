import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Exchange, harOf, type ReportDocument, renderReport, runContract } from '@concordat/contract'
import { calculateSummary, filterTests, merge, parse } from 'ctrf'
import fetchHar from 'fetch-har'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { petDocument } from '../pet/pet-document.ts'
import { PetService } from '../pet/pet-service.ts'
import { describeRun, FAULTS, hostile } from './broken-run.ts'

let variants: readonly ReportDocument[]
beforeAll(async () => {
  const version = '1.2.3'
  const report = { ...(await describeRun(...FAULTS)), version }
  variants = [report, { ...(await describeRun()), version }, hostile(report)]
})

test('the reference implementation of CTRF counts, filters and merges what CTRF says', () => {
  for (const variant of variants) {
    const ctrf = parse(renderReport(variant, 'ctrf'), { validate: true })
    const { tests, summary } = ctrf.results
    const { start, stop } = summary
    const { duration: _, ...counted } = calculateSummary(tests, { start, stop })
    expect(summary).toMatchObject(counted)
    expect(filterTests(ctrf, { status: 'failed' }).length).toBe(variant.totals.failed)
    expect(merge([ctrf, ctrf]).results.summary.tests).toBe(2 * summary.tests)
  }
})

/**
 * Microsoft's SARIF validator: the file `Sarif.Multitool` in the package @microsoft/sarif-multitool-linux.
 */
const multitool = process.env['TEST_SARIF_MULTITOOL'] ?? ''

describe.skipIf(multitool === '')('the SARIF Multitool', () => {
  test('finds nothing wrong with a log, by the rules of SARIF and of GitHub', () => {
    const folder = mkdtempSync(join(tmpdir(), 'concordat-sarif-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const [log, verdict] = [join(folder, 'run.sarif'), join(folder, 'verdict.sarif')]
    for (const variant of variants) {
      writeFileSync(log, renderReport(variant, 'sarif'))
      execFileSync(
        multitool,
        [
          'validate',
          log,
          '--output',
          verdict,
          '--rule-kind',
          'Sarif;Ghas',
          '--log',
          'ForceOverwrite',
          '--quiet',
        ],
        // It would otherwise sort strings with libraries that not every machine has.
        { env: { ...process.env, DOTNET_SYSTEM_GLOBALIZATION_INVARIANT: '1' } },
      )
      const { results } = JSON.parse(readFileSync(verdict, 'utf8')).runs[0]
      // There is no permanent URL of ours to use as `informationUri`.
      const isLeftOut = ({ message }: Result) => message.id === 'Warning_ProvideToolnformationUri'
      expect(results.filter((result: Result) => !isLeftOut(result))).toEqual([])
    }
  })
})

interface Result {
  readonly message: { readonly id: string }
}

test('fetch-har sends from an archive what the run has sent', async () => {
  const exchanges: Exchange[] = []
  await runContract({
    document: petDocument,
    target: new PetService(...FAULTS).target(),
    onRecord: (exchange) => exchanges.push(exchange),
  })
  const sent: { readonly url: string; readonly init: RequestInit }[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, init })
    return new Response()
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(exchanges.length).toBeGreaterThan(100)
  for (const { request } of exchanges) {
    const { log } = harOf([{ request }], '1')
    // It takes the query from "queryString", and adds it to the query in "url".
    const entries = log.entries.map((entry) => ({
      ...entry,
      request: { ...entry.request, url: request.url.replace(/\?.*/, '') },
    }))
    await fetchHar({ log: { ...log, entries } } as unknown as Parameters<typeof fetchHar>[0])
    const { url, init } = sent.at(-1) as (typeof sent)[number]
    expect({
      method: init.method,
      url: decodeURIComponent(url.replaceAll('+', ' ')),
      headers: Object.fromEntries(new Headers(init.headers)),
      body: init.body ?? undefined,
    }).toEqual({
      method: request.method,
      url: decodeURIComponent(request.url.replaceAll('+', ' ')),
      headers: { ...request.headers },
      body: request.body,
    })
  }
})
