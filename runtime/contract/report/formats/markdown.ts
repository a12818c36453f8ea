import { counted } from '../../lexicon/lexicon.ts'
import { printableInReport } from '../printable.ts'
import type { ReportDocument, ReportFinding } from '../report-document.ts'
import { clauseFile, countFindings, runEndSentence } from '../terminal.ts'
import { isBlindRun, judgedLine, untestedLine } from '../untested.ts'

/**
 * Maximum number of findings in the table, because a comment on a pull request is limited to 65,536
 * characters.
 */
const MOST_ROWS = 30
/** Maximum number of findings that are listed with their requests, starting with the worst. */
const MOST_SCRIPTS = 5
const LONGEST_SCRIPT = 6000

/**
 * A run as a comment on a pull request: the verdict, a table row for each finding, and how to reproduce the
 * worst findings.
 */
export function toMarkdown(report: ReportDocument): string {
  const { findings, title, baseUrl, seed, requests, milliseconds, leftBehind, remarks } = report
  const rows = findings.slice(0, MOST_ROWS).map(row)
  const more = findings.length - rows.length
  const table = [
    '| | finding | rule | grade | place |',
    '|---|---|---|---|---|',
    ...rows,
    ...(more > 0 ? [`| | and ${more} more | | | |`] : []),
  ]
  const lines = [
    `### ${text(title)}: ${verdict(report)}`,
    judgedLine(report.totals),
    ...(findings.length === 0 ? [] : [table.join('\n')]),
    ...findings.slice(0, MOST_SCRIPTS).map(script),
    ...remarks.map(text),
    ...(leftBehind.length === 0
      ? []
      : [`**Left behind**\n${leftBehind.map((one) => `- ${text(one)}`).join('\n')}`]),
    [
      untested(report),
      `${counted(requests, 'request')} to ${code(baseUrl)} in ${(milliseconds / 1000).toFixed(1)} s${seed === '' ? '' : `, seed ${code(seed)}`}.`,
    ]
      .filter((part) => part !== undefined)
      .join(' '),
  ]
  return `${lines.join('\n\n')}\n`
}

function verdict(report: ReportDocument): string {
  const { passed, findings, defects } = report.totals
  const early = report.interrupted ? `. ${text(runEndSentence(report))}` : ''
  const broken = defects === 0 ? '' : `, ${defects} affected by errors in the run itself`
  if (findings === 0 && isBlindRun(report.totals)) return `⚠️ nothing was tested${broken}${early}`
  return findings === 0
    ? `✅ ${counted(passed, 'check')} passed${broken}${early}`
    : `❌ ${countFindings(report.totals)}, ${counted(passed, 'check')} passed${broken}${early}`
}

function row({ id, title, rule, grade, weight, place }: ReportFinding): string {
  const where = clauseFile(place) === '' ? place.clause : clauseFile(place)
  return `| ${id} | **${text(weight)}** ${text(title)} | ${code(rule)} | ${grade} | ${code(where)} |`
}

function script({ id, title, script: lines, replay }: ReportFinding): string {
  const whole = printableInReport(
    replay === undefined ? lines : `${lines}\n# Run the same check again:\n${replay}`,
  )
  const shown = whole.length > LONGEST_SCRIPT ? `${whole.slice(0, LONGEST_SCRIPT)}…` : whole
  const fence = '`'.repeat(Math.max(3, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length + 1)))
  return `<details><summary>${id}. ${text(title)}</summary>\n\n${fence}sh\n${shown}\n${fence}\n\n</details>`
}

function untested({
  totals: { passed, failed, known, notRun, defects },
  advice,
}: ReportDocument): string | undefined {
  return untestedLine({ checks: passed + failed + known + notRun + defects, notRun, advice })
}

/** Text from a server or a document, with Markdown and HTML escaped. */
function text(value: string): string {
  return printableInReport(value)
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_{}[\]()#+!|~<>&@-]/g, (character) => `&#${character.charCodeAt(0)};`)
}

/**
 * Code on one line, in as many backticks as necessary. Pipes are escaped, because they would end a table
 * cell.
 */
function code(value: string): string {
  const line = printableInReport(value).replace(/\s+/g, ' ').replaceAll('|', '\\|')
  const ticks = '`'.repeat(Math.max(1, ...[...line.matchAll(/`+/g)].map(([run]) => run.length + 1)))
  return line.includes('`') ? `${ticks} ${line} ${ticks}` : `${ticks}${line}${ticks}`
}
