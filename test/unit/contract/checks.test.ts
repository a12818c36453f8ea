import { describe, expect, test } from 'vitest'
import {
  type ContractReport,
  type Finding,
  formatReport,
  runContract,
} from '../../../runtime/contract/contract.ts'
import { petDocument } from './pet-document.ts'
import { type Fault, PetService } from './pet-service.ts'

function findingsOf(report: ContractReport): readonly Finding[] {
  return report.results.flatMap(({ outcome }) => (outcome.status === 'failed' ? outcome.findings : []))
}

describe('the whole pet service', () => {
  test('keeps every rule, is left as it was, and every check is run', async () => {
    const service = new PetService()
    const report = await runContract({ document: petDocument, target: service.target() })
    expect(report.results.filter(({ outcome }) => outcome.status !== 'passed')).toEqual([])
    expect(service.pets.size).toBe(0)
    expect(report.leftBehind).toEqual([])
    expect(report.requests).toBe(service.log.length)
    expect(formatReport(report)).toMatch(
      /^9 operations, 37 passed, 0 failed, 0 not run, \d+ requests, \d+\.\d s$/,
    )
  })
})
