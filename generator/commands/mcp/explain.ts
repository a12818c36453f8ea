import { existsSync, readFileSync } from 'node:fs'
import { checks, type Exchange, familyOfRule, type ReportDocument } from '@concordat/contract'
import { counted } from '../../errors/counted.ts'
import type { Problem } from '../../errors/problem.ts'
import { describeCode } from '../explain/describe-code.ts'
import { placeInSummary } from './summaries.ts'
import { boundedToolText, listedForAgent } from './tool.ts'

type Finding = ReportDocument['findings'][number]

const MOST_OF_BODY = 2_000
const MOST_OF_SCRIPT = 3_000
const MOST_PLACES = 10
/** Number of lines shown before and after the clause. */
const AROUND = 4

/**
 * Describes a finding with everything that helps to fix it: the clause, what was expected and received, and
 * how to reproduce it.
 */
export function explainFindingToAgent(finding: Finding): string {
  const { title, rule, grade, place, expected, received, operations, count } = finding
  const parts = [
    title,
    `Rule: ${rule} (${grade}). ${ruleText(rule)}`,
    `Expected: ${expected}\nReceived: ${received}`,
    `Clause: ${place.file}${place.line === undefined ? '' : `:${place.line}`} ${place.clause}\n${linesAround(place)}`,
    `Found ${counted(count, 'time')}, in ${operations.join(', ')}.`,
    exchangeText(finding.exchange),
    `To reproduce it:\n${boundedToolText(finding.script, MOST_OF_SCRIPT)}`,
  ]
  return boundedToolText(parts.filter((part) => part !== '').join('\n\n'))
}

/**
 * Explains a rule, a problem with its locations, or a kind of change. @throws {UsageError} for any other
 * word.
 */
export function explainCode(code: string, problems: readonly Problem[]): string {
  const own = problems.filter((problem) => problem.code === code)
  const places = listedForAgent(
    own,
    MOST_PLACES,
    (problem) => `${placeInSummary(problem)} ${problem.message}\n  Fix: ${problem.fix}`,
  )
  return boundedToolText([describeCode(code), places].filter((part) => part !== '').join('\n'))
}

function ruleText(code: string): string {
  const found = checks.find((check) => check.code === familyOfRule(code))
  const one = found?.assertions.find(({ rule }) => rule === code)
  const description = found?.code === code ? found.description : one?.asserts
  if (found === undefined || description === undefined) return ''
  const { example, fix } = found
  return [
    description.replace(/\.?$/, '.'),
    example === '' ? '' : `Example: ${example}`,
    fix === '' ? '' : `Fix: ${fix}`,
  ]
    .filter((part) => part !== '')
    .join('\n')
}

/**
 * The lines around a clause in the document; empty if its line is unknown or the document is not a local
 * file.
 */
function linesAround({ file, line }: Finding['place']): string {
  if (line === undefined || /^https?:/.test(file) || !existsSync(file)) return ''
  const first = Math.max(line - AROUND, 1)
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .slice(first - 1, line + AROUND)
  return lines
    .map((text, index) => `${first + index === line ? '>' : ' '} ${first + index} ${text}`)
    .join('\n')
}

/**
 * Formats an exchange as text, with long bodies cut. Nothing needs to be redacted, because run records
 * contain no credentials.
 */
function exchangeText({ request, response, failure }: Exchange): string {
  const sent = `${request.method} ${request.url}${bodyText(request.body)}`
  if (response === undefined) return `Sent: ${sent}\nNo response: ${failure ?? ''}`
  return `Sent: ${sent}\nResponse: ${response.status} ${response.headers['content-type'] ?? ''}${bodyText(response.body)}`
}

function bodyText(body: unknown): string {
  if (body === undefined || body === '') return ''
  return `\n${boundedToolText(typeof body === 'string' ? body : (JSON.stringify(body) ?? ''), MOST_OF_BODY)}`
}
