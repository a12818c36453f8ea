import { diffTableCell, diffTableCode } from './marks.ts'
import type { DiffReport, ReportedChange } from './report.ts'
import { someOperations } from './words.ts'

/** Sections in order; a change is listed in the first section that accepts it. */
const SECTIONS: readonly (readonly [heading: string, takes: (change: ReportedChange) => boolean])[] = [
  ['Breaking', ({ severity }) => severity === 'error'],
  ['Deprecated', ({ kind }) => /-deprecated$|-sunset-/.test(kind)],
  ['Removed', ({ kind }) => /-(removed|lost)(-|$)/.test(kind)],
  ['Added', ({ kind }) => /-(added|gained)(-|$)/.test(kind)],
  ['Changed', () => true],
]

/** Creates a changelog of all changes, including ignored ones, in sections such as "Breaking" and "Added". */
export function changelogDiff({ changes, ignored, versions, titles }: DiffReport): string {
  const left = new Set([...changes, ...ignored])
  const sections = SECTIONS.flatMap(([heading, takes]) => {
    const own = [...left].filter(takes)
    for (const change of own) left.delete(change)
    return own.length === 0 ? [] : [`### ${heading}\n${own.map((change) => line(change, titles)).join('\n')}`]
  })
  const { old, new: now } = versions
  const heading =
    old === now ? `## ${diffTableCell(now)}` : `## ${diffTableCell(now)} (from ${diffTableCell(old)})`
  return `${[heading, ...(sections.length === 0 ? ['No change.'] : sections)].join('\n\n')}\n`
}

function line({ label, says, operations }: ReportedChange, titles: DiffReport['titles']): string {
  const others = operations.map((id) => titles[id] ?? id).filter((title) => title !== label)
  const where = others.length === 0 ? '' : ` (${someOperations(others.map(diffTableCode))})`
  return `- **${diffTableCell(label)}** ${diffTableCell(says)}${where}`
}
