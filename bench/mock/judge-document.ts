import { verifyMock } from './verify-mock.ts'

/**
 * Prints what the rules find in one document's mock, as JSON. Arguments: the document, the folder with its
 * files, the budget.
 */
const [document = '', root = '', budget = ''] = process.argv.slice(2)
const { report, described, pairs, run, complaints } = await verifyMock({
  document,
  root,
  budget: Number(budget),
})
const result = {
  ...{ pairs, run, findings: described.findings.length, requests: report.requests },
  ...(report.ended !== undefined && { failure: String(report.ended) }),
  remarks: [
    ...described.findings.map(({ rule, occurrences }) => {
      const [first] = occurrences
      return `${rule} of ${first?.operationId}: expected ${first?.expected}, received ${first?.received}`
    }),
    ...complaints.map((complaint) => `the mock: ${complaint.split('\n')[0]}`),
    ...described.defects.map(
      ({ rule, operationId, stack }) => `defect in ${rule} of ${operationId}: ${stack}`,
    ),
    ...described.notRun.map(({ reason, checks }) => `${checks.length} not run: ${reason}`),
  ].map((remark) => remark.replace(/\s+/g, ' ').slice(0, 300)),
}
process.stdout.write(JSON.stringify(result))
