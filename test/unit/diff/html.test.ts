import { expect, test } from 'vitest'
import { htmlDiff } from '../../../generator/commands/diff/html.ts'
import type { DiffReport, ReportedChange } from '../../../generator/diff/report/report.ts'

const CHANGE: ReportedChange = {
  kind: 'response-body-removed',
  severity: 'error',
  label: 'Pet.<script>alert(1)</script>',
  says: 'was removed',
  breaks: ['callerSource', 'callerRunTime'],
  operations: ['listPets'],
  new: { file: 'openapi.yaml', line: 12, column: 3, pointer: '#/components/schemas/Pet' },
}

const report = (more: Partial<DiffReport>): DiffReport => ({
  ...{ old: 'main:openapi.yaml', new: 'openapi.yaml', versions: { old: '1', new: '2' }, titles: {} },
  ...{ changes: [], ignored: [], totals: { error: 0, warning: 0, info: 0 }, unusedIgnores: [] },
  ...more,
})

test('a page shows each change with what it breaks and where it is, and texts of a document stay texts', () => {
  const page = htmlDiff(report({ changes: [CHANGE], totals: { error: 1, warning: 0, info: 0 } }))
  expect(page).toContain('<p>1 change: 1 error.</p>')
  expect(page).toContain('<h2>Breaks callers even if they change nothing: 1</h2>')
  expect(page).toContain('<td>listPets</td>')
  expect(page).toContain('<code>openapi.yaml:12:3</code>')
  expect(page).toContain('Pet.&#60;script&#62;alert(1)&#60;/script&#62;')
  expect(page).not.toContain('<script')
})

test('a severity that its user chose does not claim what the change breaks', () => {
  const totals = { error: 1, warning: 0, info: 0 }
  const page = htmlDiff(report({ changes: [{ ...CHANGE, breaks: [] }], totals }))
  expect(page).toContain('<h2>Errors: 1</h2>')
  expect(page).not.toContain('Breaks callers')
})

test('what is ignored stands apart with its reason, and nothing has no table', () => {
  const page = htmlDiff(report({ ignored: [{ ...CHANGE, ignored: 'was never sent' }] }))
  expect(page).toContain('<h2>Ignored: 1</h2>')
  expect(page).toContain('was never sent')
  expect(htmlDiff(report({}))).not.toContain('<table>')
})
