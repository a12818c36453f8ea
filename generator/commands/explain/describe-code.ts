import type { Assertion, Check } from '@concordat/contract'
import { checks } from '@concordat/contract/checks'
import { didYouMean } from '@concordat/runtime/nearest'
import { CONSEQUENCES } from '../../diff/kinds/consequences.ts'
import { CHANGE_KIND_NAMES, type ChangeKindName, changeKind, changeSeverity } from '../../diff/kinds/kinds.ts'
import { CODES, type ProblemCode } from '../../errors/codes.ts'
import { UsageError } from '../../errors/problem.ts'
import { REMEDIES } from '../../errors/remedies.ts'
import { pageAddress } from '../../package/page-address.ts'

/** Codes that can be explained: rules, families, problems and kinds of change. */
export function explainedCodes(): readonly string[] {
  const rules = checks.flatMap(({ code, assertions }) => [code, ...assertions.map(({ rule }) => rule)])
  return [...new Set([...rules, ...Object.keys(CODES), ...CHANGE_KIND_NAMES])]
}

/**
 * Describes a rule, family, problem or kind of change in a few lines.
 * @throws {UsageError} for any other word. The message suggests the most similar code.
 */
export function describeCode(code: string): string {
  const text = describeRule(code) ?? describeProblem(code) ?? describeKind(code)
  if (text !== undefined) return text
  throw new UsageError(
    `There is no code "${code}".${didYouMean(code, explainedCodes())} Codes exist for rules, problems and kinds of change.`,
  )
}

function describeRule(code: string): string | undefined {
  const family = checks.find((check) => check.code === code)
  if (family !== undefined) return familyText(family)
  const found = checks.flatMap((check) => check.assertions.map((assertion) => ({ check, assertion })))
  const one = found.find(({ assertion }) => assertion.rule === code)
  return one && ruleText(one.check, one.assertion)
}

function familyText({ code, description, example, fix, assertions }: Check): string {
  return lines(
    `${code}: a family of rules.`,
    description,
    ...assertions.map(({ rule, asserts }) => `  ${rule}: ${asserts}`),
    `Example of a violation: ${example}`,
    `Fix: ${fix}`,
    ...selection(code),
  )
}

function ruleText({ example, fix }: Check, { rule, grade, weight, asserts }: Assertion): string {
  return lines(
    `${rule}: a rule (grade: ${grade}, weight: ${weight}).`,
    asserts,
    `Example of a violation in its family: ${example}`,
    `Fix: ${fix}`,
    ...selection(rule),
  )
}

function selection(name: string): readonly string[] {
  return [
    `Run only this: concordat verify BASE_URL --rule ${name}`,
    `Skip this: concordat verify BASE_URL --skip-rule ${name}`,
    `More: ${pageAddress('rules.md', name.replace('/', '-'))}`,
  ]
}

function describeProblem(code: string): string | undefined {
  if (!isProblem(code)) return undefined
  return lines(
    `${code}: a problem in a document, an overlay or a configuration.`,
    CODES[code],
    `Fix: ${REMEDIES[code]}`,
    `More: ${pageAddress('troubleshooting.md', code)}`,
  )
}

function isProblem(code: string): code is ProblemCode {
  return Object.hasOwn(CODES, code)
}

function describeKind(code: string): string | undefined {
  if (!isKind(code)) return undefined
  const { says, breaks } = changeKind(code)
  const severity = changeSeverity(code)
  const broken = breaks.map((consequence) => CONSEQUENCES[consequence]).join(', ')
  return lines(
    `${code}: a kind of change (${severity}).`,
    `The report says: … ${says.replaceAll('{was}', 'OLD').replaceAll('{is}', 'NEW')}.`,
    `Breaks: ${broken === '' ? 'nobody' : broken}.`,
    `To change its severity: concordat diff OLD NEW --severity ${code}=${severity === 'info' ? 'warning' : 'info'}`,
    `More: ${pageAddress('diff.md', 'kinds-of-changes')}`,
  )
}

function isKind(code: string): code is ChangeKindName {
  return CHANGE_KIND_NAMES.some((name) => name === code)
}

function lines(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n')
}
