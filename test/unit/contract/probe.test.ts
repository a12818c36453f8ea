import { test } from 'vitest'
import { runContract } from '../../../runtime/contract/contract.ts'
import { petDocument } from './pet-document.ts'
import { type Fault, PetService } from './pet-service.ts'

const faults: Fault[] = [
  'status-203',
  'media-type-text',
  'location-missing',
  'list-item-invalid',
  'content-length-with-204',
  'read-crashes',
  'toys-not-implemented',
  'problem-without-detail',
  'anybody-enters',
  'unknown-key-enters',
  'scheme-ignored',
  'challenge-missing',
  'name-not-echoed',
  'weight-not-stored',
  'new-pet-not-listed',
  'patch-not-stored',
  'patch-clears-weight',
  'put-keeps-omitted',
  'put-counts-weight',
  'deleted-is-readable',
  'deleted-is-listed',
  'unknown-crashes',
  'unknown-answers-first',
  'unknown-undocumented',
  'malformed-crashes',
  'limit-ignored',
  'offset-ignored',
  'next-repeats',
  'next-ends-early',
  'previous-is-first',
  'count-of-page',
  'order-turns',
  'filter-ignored',
  'method-404',
  'allow-missing',
  'allow-short',
]
test('probe', async () => {
  for (const fault of faults) {
    const service = new PetService(fault)
    const report = await runContract({ document: petDocument, target: service.target() }).catch((e) => e)
    if (report instanceof Error) {
      console.log(fault, 'THREW', report.message)
      continue
    }
    const lines = report.results.flatMap((r: any) =>
      r.outcome.status === 'failed'
        ? r.outcome.findings.map(
            (f: any) => `${r.rule} ${r.operationId} [${f.grade}] ${f.expected} | ${f.received}`,
          )
        : r.outcome.status === 'not-run'
          ? [`   not run ${r.rule} ${r.operationId}: ${r.outcome.reason}`]
          : [],
    )
    console.log(fault, report.requests, report.leftBehind.length, '\n    ' + lines.join('\n    '))
  }
})
