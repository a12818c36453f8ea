import type { OperationDescriptor } from '../http/operation.ts'
import { parseBudget } from './budget.ts'
import type { Check } from './check.ts'
import { checks } from './checks/checks.ts'
import { formatFinding } from './finding.ts'
import { operationOf } from './fixtures/resource-lookup.ts'
import { GRADES, type Grade } from './grade.ts'
import { type ContractDocuments, Suite } from './suite.ts'
import { targetFromEnvironment } from './target.ts'

export {
  formatBaseline,
  type KnownFailure,
  type KnownFinding,
  renewBaseline,
  type StaleFailure,
} from './baseline.ts'
export { type Cases, DEFAULT_BUDGET, parseBudget } from './budget.ts'
export type { Check, CheckContext, Violation } from './check.ts'
export { checks } from './checks/checks.ts'
export { Coverage, type KeywordCoverage, type OperationCoverage } from './coverage/coverage.ts'
export type { Exchange, ReceivedResponse, SentRequest } from './exchange.ts'
export { type Finding, formatFinding } from './finding.ts'
export { GRADES, type Grade } from './grade.ts'
export { NotRun } from './not-run.ts'
export { type Replayed, replayLine } from './replay.ts'
export { REPORT_FORMATS, type ReportFormat, renderReport } from './report/formats.ts'
export {
  type ClausePlace,
  describeReport,
  type ReportDocument,
  type ReportFinding,
  type ReportNotRun,
  type ReportOperation,
  type ReportResult,
  type ReportRule,
  type ReportSources,
  type ReportTotals,
} from './report/report-document.ts'
export { formatReport, type TerminalOptions } from './report/terminal.ts'
export {
  type CheckResult,
  type ContractReport,
  type Progress,
  type RunOptions,
  runContract,
  type Selection,
} from './run.ts'
export type { OnExchange } from './session.ts'
export type { ContractDocuments, Outcome } from './suite.ts'
export type { Credential, CredentialRequest, CredentialSet, CredentialSource } from './target/credential.ts'
export { type Target, targetFromEnvironment } from './target.ts'
export { TargetError } from './target-error.ts'
export type { UndocumentedFields } from './undocumented.ts'

/** The part of a vitest test's context that a rule needs. */
export interface TestContext {
  /** Ends the test as skipped: throws. */
  skip(note?: string): never
}

/** A test function for vitest's `test`. */
export type RuleTest = (context: TestContext) => Promise<void>

/** What generated tests are made of. */
export interface Contract {
  /** @throws RangeError for an operationId that the document does not have. */
  operation(operationId: string): (rule: string) => RuleTest
  /** For `afterAll`: removes what the tests of this file created. Rejects when something is left behind. */
  cleanUp(): Promise<void>
}

/**
 * Binds a document to the target that the environment names; the environment is read when the first test runs.
 * `CONCORDAT_BASE_URL` chooses the target (without it every test is skipped), `CONCORDAT_KEY` and
 * `CONCORDAT_CREDENTIAL_<SCHEME>` the credentials, `CONCORDAT_PATH_<PARAMETER>` values of path parameters,
 * `CONCORDAT_OTHER_KEY` a key of another tenant, `CONCORDAT_KEY_COMMAND` a command that makes keys for `{scopes}`,
 * `CONCORDAT_GRADES` the grades ("documented,derived"), `CONCORDAT_SEED` the seed, `CONCORDAT_BUDGET` how many
 * requests each operation gets ("exhaustive": every case).
 */
export function contract(documents: ContractDocuments): Contract {
  let suite: Suite | undefined
  return {
    operation(operationId) {
      const operation = operationOf(documents.document, operationId)
      if (operation === undefined)
        throw new RangeError(`"${documents.document.title}" has no operation "${operationId}".`)
      return (rule) => {
        const check = findCheck(rule)
        return async (context) => {
          suite ??= suiteFromEnvironment(documents, operation)
          if (suite === undefined) return context.skip('not run, because CONCORDAT_BASE_URL is not set')
          await runTest({ suite, check, operation, context })
        }
      }
    },
    async cleanUp() {
      const leftBehind = (await suite?.cleanUp()) ?? []
      if (leftBehind.length > 0) throw new Error(leftBehind.join('\n'))
    },
  }
}

/** Why a test failed. The findings say where: a stack would lead into this module. */
class BrokenContract extends Error {
  override readonly name = 'BrokenContract'

  constructor(findings: string) {
    super(findings)
    this.stack = findings
  }
}

function findCheck(rule: string): Check {
  const check = checks.find(({ code }) => code === rule)
  if (check === undefined)
    throw new RangeError(
      `There is no rule "${rule}". Expected one of: ${checks.map(({ code }) => code).join(', ')}.`,
    )
  return check
}

/** The tag keeps apart what test files that run side by side create: generated files hold one tag each. */
function suiteFromEnvironment(documents: ContractDocuments, { tag }: OperationDescriptor): Suite | undefined {
  const target = targetFromEnvironment(documents.document, process.env)
  if (target === undefined) return undefined
  return new Suite({
    ...documents,
    target,
    part: tag,
    seed: process.env['CONCORDAT_SEED'],
    budget: budgetFrom(process.env['CONCORDAT_BUDGET']),
    grades: gradesFrom(process.env['CONCORDAT_GRADES']),
  })
}

function budgetFrom(text: string | undefined): number | undefined {
  if (!text) return undefined
  return parseBudget(text, 'CONCORDAT_BUDGET')
}

function gradesFrom(text: string | undefined): readonly Grade[] | undefined {
  if (!text) return undefined
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !GRADES.some((grade) => grade === name))
  if (unknown !== undefined)
    throw new RangeError(
      `CONCORDAT_GRADES names the unknown grade "${unknown}". Expected: ${GRADES.join(', ')}.`,
    )
  return GRADES.filter((grade) => names.includes(grade))
}

async function runTest(options: {
  suite: Suite
  check: Check
  operation: OperationDescriptor
  context: TestContext
}): Promise<void> {
  const outcome = await options.suite.run(options.check, options.operation)
  if (outcome.status === 'not-run') options.context.skip(`not run, because ${outcome.reason}`)
  if (outcome.status === 'failed') throw new BrokenContract(outcome.findings.map(formatFinding).join('\n\n'))
}
