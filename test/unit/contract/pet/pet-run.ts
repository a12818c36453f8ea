import {
  type ContractReport,
  checks,
  describeReport,
  type Finding,
  formatReport,
  type ReportDocument,
  runContract,
} from '@concordat/contract'
import { expect } from 'vitest'
import { petDocument } from './pet-document.ts'
import type { Fault } from './pet-fault.ts'
import { PetService } from './pet-service.ts'

export function findingsOf(report: ContractReport): readonly Finding[] {
  return report.results.flatMap(({ outcome }) => (outcome.status === 'failed' ? outcome.findings : []))
}

/** "family operationId: expected | received" */
export function sentenceOf({ rule, operationId, expected, received }: Finding): string {
  return `${rule.replace(/\/.*/, '')} ${operationId}: ${expected} | ${received}`
}

/** Returns the data from which all reports are made. */
export function describePets(report: ContractReport): ReportDocument {
  return describeReport({ report, document: petDocument, checks })
}

/** Returns the report for a terminal, without colours. */
export function formatPets(report: ContractReport): string {
  return formatReport(describePets(report), { color: false, width: 100 })
}

/**
 * Returns "family operationId: expected | received" for each finding of the rules on a service with one
 * fault. All cases are sent, because the seed would decide which ones a budget omits.
 */
export async function findingsWith(fault: Fault, rules: readonly string[]): Promise<string[]> {
  const report = await runContract({
    document: petDocument,
    target: new PetService(fault).target(),
    select: { rules },
    budget: Number.POSITIVE_INFINITY,
  })
  return findingsOf(report).map(sentenceOf)
}

/** Expects the rules to find each expected problem exactly once, and nothing else. */
export async function expectFindings(
  fault: Fault,
  { rules, expected }: { rules: readonly string[]; expected: readonly RegExp[] },
): Promise<void> {
  const findings = await findingsWith(fault, rules)
  expect(findings.filter((finding) => !expected.some((pattern) => pattern.test(finding)))).toEqual([])
  expect(expected.map((pattern) => findings.filter((finding) => pattern.test(finding)).length)).toEqual(
    expected.map(() => 1),
  )
}
