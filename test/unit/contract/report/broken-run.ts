import {
  Coverage,
  checks,
  describeReport,
  type ReportDocument,
  replayLine,
  runContract,
} from '@concordat/contract'
import { petDocument } from '../pet/pet-document.ts'
import type { Fault } from '../pet/pet-fault.ts'
import { PetService } from '../pet/pet-service.ts'

/**
 * Runs the rules on a service with faults, and describes the run for reports. Every clause is at line 41 of
 * one file.
 */
export async function describeRun(...faults: readonly Fault[]): Promise<ReportDocument> {
  const coverage = new Coverage(petDocument)
  const report = await runContract({
    document: petDocument,
    target: new PetService(...faults).target(),
    replay: (check) => replayLine(['concordat', 'verify', 'http://pets.test/api/'], check),
    onExchange: (plan, answer) => coverage.observe(plan, answer),
  })
  return describeReport({
    report,
    document: petDocument,
    checks,
    coverage: coverage.report(),
    locate: (clause) => ({ clause, file: 'spec/pet store.yaml', line: 41, column: 9 }),
  })
}

/** Faults of every kind: in a shared schema, in one operation, in methods, and in checks that cannot run. */
export const FAULTS: readonly Fault[] = [
  'problem-without-detail',
  'status-203',
  'toys-not-implemented',
  'method-400',
]

/**
 * Text that no report is allowed to interpret: HTML and XML markup, terminal commands, a change of text
 * direction, and half a character.
 */
export const HOSTILE = `</pre><img src=x onerror="document.title='owned'"><script>document.title='owned'</script> & ' " ]]> \u001b[31m\u0000\u202e\ud800`

/** Returns the same run with hostile text wherever a server or a document can insert it. */
export function hostile(report: ReportDocument): ReportDocument {
  return {
    ...report,
    title: HOSTILE,
    baseUrl: HOSTILE,
    seed: HOSTILE,
    leftBehind: [HOSTILE],
    interrupted: true,
    ended: HOSTILE,
    defects: [{ operationId: HOSTILE, rule: HOSTILE, message: HOSTILE, stack: HOSTILE }, ...report.defects],
    rules: report.rules.map((rule) => ({ ...rule, description: HOSTILE })),
    operations: report.operations.map((operation) => ({
      ...operation,
      path: HOSTILE,
      tag: HOSTILE,
      results: operation.results.map((result) => ({ ...result, reason: HOSTILE })),
    })),
    notRun: report.notRun.map((entry) => ({ ...entry, reason: HOSTILE })),
    findings: report.findings.map((finding) => ({
      ...finding,
      place: { clause: HOSTILE, file: HOSTILE, line: 1 },
      source: HOSTILE,
      title: HOSTILE,
      expected: HOSTILE,
      received: HOSTILE,
      script: HOSTILE,
      curl: HOSTILE,
      replay: HOSTILE,
      sent: [{ location: 'query', name: HOSTILE, value: HOSTILE, from: 'made', why: HOSTILE }],
      exchange: {
        request: { method: 'GET', url: HOSTILE, headers: { 'x-a': HOSTILE }, body: HOSTILE },
        response: { status: 200, headers: { 'x-b': HOSTILE }, body: HOSTILE },
      },
    })),
  }
}
