import { SEVERITIES } from '../kinds/kinds.ts'
import { diffTableCell, diffTableCode } from './marks.ts'
import type { DiffReport, ReportedChange } from './report.ts'
import { brokenByChange, changePlace, diffSummary, reachOfChange, severityHeading } from './words.ts'

/**
 * Maximum length of all tables together, in characters. A comment on a pull request can have up to 65,536.
 */
const MOST_CHARACTERS = 60_000

/** Formats a report as a pull request comment. */
export function markdownDiff(report: DiffReport): string {
  const { changes, ignored } = report
  const room = { left: MOST_CHARACTERS }
  const groups = SEVERITIES.flatMap((severity) => {
    const own = changes.filter((change) => change.severity === severity)
    if (own.length === 0) return []
    const title = `${severityHeading(severity, own)}: ${own.length}`
    return severity === 'info' ? [folded(title, table(own, room))] : [`### ${title}\n\n${table(own, room)}`]
  })
  const meant = ignored.map(
    (change) =>
      `- ${diffTableCell(`${change.label} ${change.says}`)}: ${diffTableCell(change.ignored ?? '')}`,
  )
  const heading = `## API changes: ${diffTableCode(report.old)} → ${diffTableCode(report.new)}`
  const ends = meant.length === 0 ? [] : [folded(`Ignored: ${meant.length}`, meant.join('\n'))]
  return `${[heading, diffSummary(report), ...groups, ...ends].join('\n\n')}\n`
}

function folded(title: string, text: string): string {
  return `<details><summary>${title}</summary>\n\n${text}\n\n</details>`
}

/** Formats a table with as many rows as there is room for. */
function table(changes: readonly ReportedChange[], room: { left: number }): string {
  const rows = changes.map((change) =>
    row([
      `**${diffTableCell(change.label)}** ${diffTableCell(change.says)}`,
      brokenByChange(change),
      diffTableCell(reachOfChange(change)),
      diffTableCode(change.kind),
      diffTableCode(changePlace(change)),
    ]),
  )
  const shown = rows.filter((text) => {
    room.left -= text.length
    return room.left >= 0
  })
  const rest = rows.length - shown.length
  const lines = [
    row(['change', 'breaks', 'operations', 'kind', 'place']),
    row(Array(5).fill('---')),
    ...shown,
  ]
  return `${lines.join('\n')}${rest > 0 ? `\n\nand ${rest} more. \`--report json=FILE\` writes all of them.` : ''}`
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}
