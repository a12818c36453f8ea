import { styleText } from 'node:util'
import type { Cases } from '../data/outcome/outcome.ts'
import { counted } from '../lexicon/lexicon.ts'
import { formatBaseline } from '../run/state/baseline.ts'
import { printableInReport } from './printable.ts'
import type {
  ClausePlace,
  ReportDefect,
  ReportDocument,
  ReportFinding,
  ReportTotals,
} from './report-document.ts'
import { judgedLine, untestedLine } from './untested.ts'

export interface TerminalOptions {
  readonly color: boolean
  /**
   * Number of columns at which prose is wrapped. Text meant to be copied is left to the terminal, which wraps
   * it without inserting line breaks.
   */
  readonly width: number
}

const LABEL = 12
/** Number of names that a shortened list shows. Report files contain all of them. */
const MOST_NAMES = 12
const MOST_VARIANTS = 3
const MOST_PLACES = 5
/** Number of characters of an expected or received value. Report files contain all of it. */
const LONGEST_VALUE = 600

/**
 * A run for a terminal: the share of checks that were judged, each problem once, the checks that were not run
 * with the reasons, and the totals in the last line.
 */
export function formatReport(report: ReportDocument, options: TerminalOptions): string {
  const printer = new Printer(options)
  const parts = [
    judgedLine(report.totals),
    ...report.findings.map((finding) => printer.finding(finding, report)),
  ]
  if (report.notRun.length > 0) parts.push(printer.notRun(report))
  if (report.defects.length > 0) parts.push(printer.defects(report.defects))
  if (report.leftBehind.length > 0)
    parts.push(
      [
        printer.style('bold', 'Left behind'),
        ...report.leftBehind.map((text) => `  ${printableInReport(text)}`),
      ].join('\n'),
    )
  parts.push(...formatBaseline(report).map(printableInReport))
  parts.push(...report.remarks.map((text) => printer.remark(text)))
  if (report.interrupted) parts.push(runEndSentence(report))
  const last = [...leftOut(report), ...spent(report), ...untested(report), printer.totals(report)]
  return [...parts, last.join('\n')].join('\n\n')
}

class Printer {
  readonly #options: TerminalOptions

  constructor(options: TerminalOptions) {
    this.#options = options
  }

  style(format: Parameters<typeof styleText>[0], text: string): string {
    return this.#options.color ? styleText(format, text, { validateStream: false }) : text
  }

  finding(finding: ReportFinding, { operations, findings }: ReportDocument): string {
    const { id, title, rule, grade, expected, received, variants, script, replay } = finding
    const titles = finding.operations.map((name) => {
      const operation = operations.find(({ operationId }) => operationId === name)
      return operation === undefined ? name : `${operation.method} ${operation.path}`
    })
    const times = this.style('dim', spread(finding))
    const lines = [
      this.style(['red', 'bold'], `✗ ${this.#wrap(title, 2)}`),
      `  ${rule} (${grade})${times}${this.style('dim', `  ${id} of ${findings.length}`)}`,
      this.#prose('expected', cut(expected)),
      this.#prose('received', cut(received)),
      ...this.#variants(variants, rule),
      ...this.#place(finding),
      this.#prose(
        'where',
        finding.operations.length === 1
          ? `${finding.operations[0]}: ${titles[0]}`
          : names(finding.operations),
      ),
      ...printableInReport(script)
        .split('\n')
        .map((line, index) => this.#copied(index === 0 ? 'repeat' : '', line)),
      ...(replay === undefined ? [] : [this.#copied('replay', printableInReport(replay))]),
    ]
    return lines.join('\n')
  }

  remark(text: string): string {
    return `Remark: ${this.#wrap(printableInReport(text), 8)}`
  }

  notRun({ notRun, ended }: ReportDocument): string {
    const lines = notRun.map(({ reason, checks }) => {
      const count = String(checks.length).padStart(6)
      const why = `${count}  ${this.#wrap(reason, 8)}`
      // All checks that were left have this reason, so their names say nothing.
      if (ended !== undefined && reason.endsWith(ended)) return why
      const byRule = Map.groupBy(checks, ({ rule }) => rule)
      const where = [...byRule].map(
        ([rule, of]) => `${rule}: ${names(of.map(({ operationId }) => operationId))}`,
      )
      return [why, ...where.map((text) => this.style('dim', `        ${this.#wrap(text, 8)}`))].join('\n')
    })
    return [this.style('bold', 'Not run, because'), ...lines].join('\n')
  }

  defects(defects: readonly ReportDefect[]): string {
    const lines = defects.map(
      ({ operationId, rule, stack }) =>
        `  ${printableInReport(`${operationId}: ${rule}`)}\n${this.style('dim', printableInReport(stack).replace(/^/gm, '    '))}`,
    )
    return [this.style(['red', 'bold'], 'Errors in the run itself, not in the server'), ...lines].join('\n')
  }

  totals({ totals, requests, milliseconds }: ReportDocument): string {
    const { operations, passed, failed, notRun } = totals
    const known = totals.known > 0 ? `${totals.known} known to fail, ` : ''
    const wrong = failed === 0 ? '0 failed' : this.style('red', `${failed} failed`)
    const broken =
      totals.defects > 0 ? this.style('red', `${totals.defects} affected by errors in the run itself, `) : ''
    const things = failed === 0 ? '' : ` (${countFindings(totals)})`
    return `${counted(operations, 'operation')}, ${this.style('green', `${passed} passed`)}, ${wrong}${things}, ${known}${broken}${notRun} not run, ${counted(requests, 'request')}, ${(milliseconds / 1000).toFixed(1)} s`
  }

  #variants(variants: ReportFinding['variants'], rule: string): string[] {
    const shown = variants.slice(0, MOST_VARIANTS).map((variant) => {
      const by = variant.rule === rule ? '' : `${variant.rule}: `
      return this.#prose('also', `${by}${cut(variant.expected)}; received ${cut(variant.received)}`)
    })
    const more = variants.length - shown.length
    return more === 0 ? shown : [...shown, this.#prose('', `and ${more} more like it`)]
  }

  #place({ place, otherPlaces, source }: ReportFinding): string[] {
    const from = source === undefined ? '' : `source ${source}`
    const file = clauseFile(place)
    const more = otherPlaces.length - MOST_PLACES
    return [
      this.#copied('clause', printableInReport(place.clause)),
      ...(file + from === ''
        ? []
        : [this.#copied('', printableInReport([file, from].filter((text) => text !== '').join(', ')))]),
      ...otherPlaces
        .slice(0, MOST_PLACES)
        .map((other) =>
          this.#copied('', printableInReport(`${other.clause} ${clauseFile(other)}`).trimEnd()),
        ),
      ...(more > 0 ? [this.#prose('', `and ${counted(more, 'more place')}`)] : []),
    ]
  }

  #prose(label: string, text: string): string {
    return this.#copied(label, this.#wrap(text, LABEL))
  }

  #copied(label: string, text: string): string {
    return `  ${this.style('dim', label.padEnd(LABEL - 2))}${text}`
  }

  /** Wraps text at spaces. A word that is longer than a line is not broken. */
  #wrap(text: string, indent: number): string {
    const width = Math.max(this.#options.width - indent, 20)
    const lines = ['']
    for (const word of printableInReport(text).split(' ')) {
      const line = lines.at(-1) ?? ''
      if (line !== '' && line.length + 1 + word.length > width) lines.push(word)
      else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
    }
    return lines.join(`\n${' '.repeat(indent)}`)
  }
}

/** A phrase such as ", found 12 times on 9 operations"; empty if the finding occurred only once. */
function spread({ count, operations }: ReportFinding): string {
  if (count === 1) return ''
  if (operations.length === 1) return `, found ${count} times`
  const on = `on ${operations.length} operations`
  return count === operations.length ? `, ${on}` : `, found ${count} times ${on}`
}

/** A count such as "1 finding" or "94 findings, found 601 times". */
export function countFindings({ findings, occurrences }: ReportTotals): string {
  const things = findings === 1 ? '1 finding' : `${findings} findings`
  return occurrences === findings ? things : `${things}, found ${occurrences} times`
}

/** The reason why the run ended early, as a sentence. */
export function runEndSentence({ ended = '' }: ReportDocument): string {
  return `The run ended early: ${printableInReport(ended)}.`
}

/** A location such as "spec/openapi.yaml:41:9", which editors and terminals can open. */
export function clauseFile({ file, line, column }: ClausePlace): string {
  if (file === '') return ''
  return [file, ...(line === undefined ? [] : [line, column ?? 1])].join(':')
}

/**
 * For each rule that omitted cases to stay within the budget, the number of sent cases and of all cases. A
 * case that was not sent has not passed.
 */
function leftOut({ rules, operations }: ReportDocument): string[] {
  const results = operations.flatMap((operation) => operation.results)
  const lines = rules.flatMap(({ code }) => {
    const cases = results.flatMap((result) => (result.rule === code ? (result.cases ?? []) : []))
    const sum = (part: keyof Cases): number => cases.reduce((total, each) => total + each[part], 0)
    return sum('sent') < sum('of') ? [`${code}: ${sum('sent')} of ${counted(sum('of'), 'case')}`] : []
  })
  return lines.length === 0 ? [] : [...lines, 'A new seed picks other cases; --budget exhaustive runs all.']
}

function untested({ totals: { passed, failed, known, notRun, defects }, advice }: ReportDocument): string[] {
  const checks = passed + failed + known + notRun + defects
  return [untestedLine({ checks, notRun, advice }) ?? []].flat()
}

function spent({ operations }: ReportDocument): string[] {
  const counts = operations.map(({ operationId, results }) => ({
    operationId,
    requests: results.reduce((sum, { requests }) => sum + requests, 0),
  }))
  const most = counts.toSorted((one, other) => other.requests - one.requests)[0]
  if (most === undefined) return []
  const mean = counts.reduce((sum, { requests }) => sum + requests, 0) / counts.length
  return [`Requests per operation: mean ${mean.toFixed(1)}, maximum ${most.requests} (${most.operationId})`]
}

function cut(value: string): string {
  return value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE)}…` : value
}

function names(all: readonly string[]): string {
  const more = all.length - MOST_NAMES
  if (more <= 1) return all.join(', ')
  return `${all.slice(0, MOST_NAMES).join(', ')} and ${more} more`
}
