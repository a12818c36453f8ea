import type { ReportFinding, ReportOccurrence } from './report-document.ts'
import { clauseFile } from './terminal.ts'

/**
 * A complete finding as several lines of plain text.
 * @param met The occurrence to describe; default: the first.
 */
export function formatFindingText(finding: ReportFinding, met?: ReportOccurrence): string {
  const { rule, expected, received, place, script, replay } = met ?? finding
  const { grade, source, operations } = finding
  const file = clauseFile(place)
  return [
    `${rule} (${grade})`,
    `  expected  ${expected}`,
    `  received  ${received}`,
    `  clause    ${place.clause}${source === undefined ? '' : `, source ${source}`}`,
    ...(file === '' ? [] : [`  file      ${file}`]),
    `  where     ${operations.join(', ')}`,
    `  repeat    ${script.replaceAll('\n', '\n            ')}`,
    ...(replay === undefined ? [] : [`  replay    ${replay}`]),
  ].join('\n')
}

/** A finding's occurrence in one check of one operation. */
export function findingOccurrence(
  { occurrences }: ReportFinding,
  check: { readonly operationId: string; readonly rule: string },
): ReportOccurrence | undefined {
  return occurrences.find((met) => met.operationId === check.operationId && met.check === check.rule)
}
