import type { ReportFinding } from './report-document.ts'
import { fileOf } from './terminal.ts'

/** A finding as plain lines, whole, for formats that hold text. */
export function formatFindingText(finding: ReportFinding): string {
  const { rule, grade, expected, received, place, source, operations, curl, replay } = finding
  const file = fileOf(place)
  return [
    `${rule} (${grade})`,
    `  expected  ${expected}`,
    `  received  ${received}`,
    `  clause    ${place.clause}${source === undefined ? '' : `, source ${source}`}`,
    ...(file === '' ? [] : [`  file      ${file}`]),
    `  where     ${operations.join(', ')}`,
    `  repeat    ${curl}`,
    ...(replay === undefined ? [] : [`  replay    ${replay}`]),
  ].join('\n')
}
