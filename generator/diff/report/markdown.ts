import type { Severity } from '../kinds/kinds.ts'
import type { DiffReport, ReportedChange } from './report.ts'
import { broken, placeOf, reach, summary } from './words.ts'

/** Rows of one table: a comment of a pull request has 65,536 characters at most. */
const ROWS = 60

const HEADINGS: Readonly<Record<Severity, string>> = {
  error: 'Breaks callers that change nothing',
  warning: "Breaks callers' source when it is regenerated",
  info: 'Breaks no caller',
}

/** A comment for a pull request. */
export function markdownDiff(report: DiffReport): string {
  const { changes, ignored } = report
  const groups = (['error', 'warning', 'info'] as const).flatMap((severity) => {
    const own = changes.filter((change) => change.severity === severity)
    if (own.length === 0) return []
    const title = `${HEADINGS[severity]}: ${own.length}`
    return severity === 'info'
      ? [`<details><summary>${title}</summary>\n\n${table(own)}\n\n</details>`]
      : [`### ${title}\n\n${table(own)}`]
  })
  const meant =
    ignored.length === 0
      ? []
      : [
          `<details><summary>Ignored: ${ignored.length}</summary>\n\n${ignored
            .map((change) => `- ${cell(`${change.label} ${change.says}`)}: ${cell(change.ignored ?? '')}`)
            .join('\n')}\n\n</details>`,
        ]
  return `${[`## API changes: ${code(report.old)} → ${code(report.new)}`, summary(report), ...groups, ...meant].join('\n\n')}\n`
}

function table(changes: readonly ReportedChange[]): string {
  const rows = changes
    .slice(0, ROWS)
    .map((change) =>
      row([
        `**${cell(change.label)}** ${cell(change.says)}`,
        broken(change),
        cell(reach(change)),
        code(change.kind),
        code(placeOf(change)),
      ]),
    )
  const more = changes.length > ROWS ? `\n\nand ${changes.length - ROWS} more.` : ''
  return (
    [row(['change', 'breaks', 'operations', 'kind', 'place']), row(Array(5).fill('---')), ...rows].join(
      '\n',
    ) + more
  )
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

/** Text of a document, which may hold any mark of Markdown or HTML. */
function cell(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*_[\]|~]/g, '\\$&')
    .replaceAll(/\s+/g, ' ')
}

function code(text: string): string {
  const marks = '`'.repeat(Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length)) + 1)
  return `${marks}${text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')}${marks}`
}
