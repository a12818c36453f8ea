import { assertRange, type OperationDescriptor } from '@concordat/runtime/http'
import { operationById } from './data/document/resource-lookup.ts'
import { formatFinding } from './data/outcome/finding.ts'
import type { Check } from './rules/check.ts'
import { familiesFor } from './rules/checks/checks.ts'
import type { ContractDocuments } from './run/plan/documents.ts'
import { contractSettings } from './run/settings.ts'
import { TestRun } from './run/test-run.ts'

export type { UndocumentedFields } from './data/document/undocumented.ts'
export type { Exchange, ReceivedResponse, SentRequest } from './data/exchange/exchange.ts'
export type { Har, HarEntry, HarPair, HarPostData, HarRequest, HarResponse } from './data/exchange/har/har.ts'
export { harOf } from './data/exchange/har/write-har.ts'
export { type Assertion, familyOfRule } from './data/outcome/assertion.ts'
export { type Finding, formatFinding } from './data/outcome/finding.ts'
export { GRADES, type Grade } from './data/outcome/grade.ts'
export type { Fact, FactDetails, FactKind } from './data/outcome/kinds/fact.ts'
export type { Reason } from './data/outcome/kinds/reason.ts'
export { NotRun } from './data/outcome/not-run.ts'
export type { Cases, CheckResult, Outcome } from './data/outcome/outcome.ts'
export { TargetError } from './data/outcome/target-error.ts'
export { describeReport, type ReportSources } from './report/describe-report.ts'
export { FindingLines } from './report/finding-lines.ts'
export { holdsRequests, REPORT_FORMATS, type ReportFormat, renderReport } from './report/formats/formats.ts'
export { type JunitCase, type JunitOutcome, type JunitSuite, junitXml } from './report/formats/junit-xml.ts'
export { type SarifLevel, type SarifResult, type SarifRule, sarifLog } from './report/formats/sarif-log.ts'
export type {
  ClausePlace,
  ReportDefect,
  ReportDocument,
  ReportFinding,
  ReportNotRun,
  ReportOccurrence,
  ReportOperation,
  ReportResult,
  ReportRule,
  ReportTotals,
} from './report/report-document.ts'
export { formatReport, type TerminalOptions } from './report/terminal.ts'
export { DEFAULT_BUDGET, parseBudget } from './rules/budget.ts'
export type { Check, CheckContext, Violation } from './rules/check.ts'
export { checks } from './rules/checks/checks.ts'
export { Coverage } from './run/coverage/coverage.ts'
export type { KeywordCoverage, OperationCoverage } from './run/coverage/operation-coverage.ts'
export { EVENTS, EventFile } from './run/event-file.ts'
export { baseOf } from './run/plan/base-document.ts'
export { type CredentialCosts, credentialCosts, type SchemeCost } from './run/plan/credential-costs.ts'
export type { ContractDocuments } from './run/plan/documents.ts'
export { type Replayed, replayLine, shellCommandLine } from './run/plan/replay.ts'
export {
  isSkipped,
  operationsToSelect,
  operationToSelect,
  rulesToSelect,
  type Selection,
  SelectionError,
  type UnknownName,
  unknownSelectedNames,
} from './run/plan/selection.ts'
export { type RunOptions, runContract } from './run/run.ts'
export {
  type ContractSettings,
  runFromEnvironment,
  type SettingsSource,
  useSettings,
} from './run/settings.ts'
export {
  formatBaseline,
  type KnownFailure,
  type KnownFinding,
  renewBaseline,
  type StaleFailure,
} from './run/state/baseline.ts'
export type { ContractReport, RunProgress } from './run/state/contract-report.ts'
export { RunRecord } from './run/state/run-record.ts'
export { runInWorker, type WorkerSettings } from './run/supervision/in-worker.ts'
export { processorWait } from './run/supervision/processor-wait.ts'
export { type SupervisedRun, type SuperviseOptions, superviseContract } from './run/supervision/supervise.ts'
export { Worker, type WorkerOptions } from './run/supervision/worker.ts'
export type { CookieSession } from './traffic/credentials/cookies/cookie-session.ts'
export type {
  Credential,
  CredentialRequest,
  CredentialSet,
  CredentialSource,
} from './traffic/credentials/credential.ts'
export type { OnExchange } from './traffic/session/session.ts'
export { type OperationTarget, type Target, targetFromEnvironment } from './traffic/target/target.ts'
export { type LeftAlone, Permission } from './world/items/guard/permission.ts'
export { itemsLeftBehind, type Residue } from './world/items/guard/residue.ts'
export { type Need, type NeedsPlan, type PlannedOperation, planNeeds } from './world/needs/needs.ts'

/** The part of a vitest test's context that a rule needs. */
export interface TestContext {
  /** Ends the test as skipped, by throwing. */
  skip(note?: string): never
}

/** A test that checks one rule on one operation, for vitest's `test(name, run)`. */
export interface RuleTest {
  /** A name such as "lifecycle: a deleted item is gone from reads and lists". */
  readonly name: string
  readonly run: (context: TestContext) => Promise<void>
}

/** Input of generated tests. */
export interface Contract {
  /**
   * The tests for the rules that apply to an operation.
   * @throws RangeError for an operationId that is not in the document.
   */
  operation(operationId: string): readonly RuleTest[]
  /**
   * For `afterAll`: removes what this file's tests created. Rejects if something is left behind, if a known
   * failure no longer fails, or if the server responded with an error that no test reports.
   */
  cleanUp(): Promise<void>
}

const WITHOUT_ADDRESS = 'CONCORDAT_BASE_URL is not set'
const WITHOUT_RULES: RuleTest = {
  name: 'no rule applies',
  run: async (context) => context.skip('not run, because no rule applies to this operation'),
}
const told = new Set<string>()

/**
 * Prints a note about skipped tests, because vitest only counts them. Only the first worker in a run prints
 * notes, each of them once.
 */
function tellSkipped(title: string): void {
  if (told.has(title) || (process.env['VITEST_WORKER_ID'] ?? '1') !== '1') return
  told.add(title)
  console.warn(
    `The contract tests for "${title}" are skipped: ${WITHOUT_ADDRESS}. To run them: npx concordat contract BASE_URL`,
  )
}

/**
 * Binds a document to the target that the environment specifies, or to the target from a setup file
 * (`concordat/contract/setup` reads `concordat.config.ts`). Both are read when the first test runs. These
 * variables are read: `CONCORDAT_BASE_URL` (the target; without it, every test is skipped), `CONCORDAT_KEY`
 * and `CONCORDAT_CREDENTIAL_<SCHEME>` (credentials), `CONCORDAT_PATH_<PARAMETER>` (values of path
 * parameters), `CONCORDAT_EXPENDABLE` (paths of items that the tests are allowed to use up),
 * `CONCORDAT_OTHER_KEY` and `CONCORDAT_OTHER_PATH_<PARAMETER>` (another tenant's key and path parameters),
 * `CONCORDAT_READ_KEY` (a read-only key), `CONCORDAT_KEY_COMMAND` (a command that creates a key with the
 * scopes that replace `{scopes}`), `CONCORDAT_GRADES` (grades, such as "documented,derived"),
 * `CONCORDAT_SEED` (the seed), and `CONCORDAT_BUDGET` (the maximum number of requests for each operation, or
 * "exhaustive" for every case).
 * @throws Error if the document was printed for a different range of runtime versions.
 */
export function contract(documents: ContractDocuments): Contract {
  assertRange(documents.document.runtime)
  let opened: Promise<TestRun | undefined> | undefined
  // Each generated file contains only one tag.
  const open = async ({ tag }: OperationDescriptor): Promise<TestRun | undefined> => {
    const settings = await contractSettings(documents.document)
    return settings && new TestRun(documents, settings, tag)
  }
  return {
    operation(operationId) {
      const operation = operationById(documents.document, operationId)
      if (operation === undefined)
        throw new RangeError(`"${documents.document.title}" has no operation "${operationId}".`)
      const families = familiesFor(operation, documents.document)
      // Vitest rejects a suite without tests.
      if (families.length === 0) return [WITHOUT_RULES]
      return families.map(({ check, title }) => ({
        name: `${check.code}: ${title}`,
        run: async (context) => {
          opened ??= open(operation)
          const run = await opened
          if (run === undefined) {
            tellSkipped(documents.document.title)
            return context.skip(`not run, because ${WITHOUT_ADDRESS}`)
          }
          await runTest({ run, check, operation, context })
        },
      }))
    },
    async cleanUp() {
      // If the suite could not be opened, every test has failed already, and there is nothing to remove.
      const run = await opened?.catch(() => undefined)
      const problems = (await run?.cleanUp()) ?? []
      const crashes = run?.crashes().map(formatFinding) ?? []
      if (problems.length + crashes.length > 0) throw new Unsettled([...crashes, ...problems].join('\n'))
    },
  }
}

/**
 * Reports problems at the end of a run: items left behind, known failures that no longer fail, and server
 * errors that no test reported.
 */
class Unsettled extends Error {
  override readonly name = 'Unsettled'
}

/** Explains why a test failed. The findings give the location; a stack trace would lead into this module. */
class BrokenContract extends Error {
  override readonly name = 'BrokenContract'

  constructor(findings: string) {
    super(findings)
    this.stack = findings
  }
}

async function runTest(options: {
  run: TestRun
  check: Check
  operation: OperationDescriptor
  context: TestContext
}): Promise<void> {
  const { run, check, operation, context } = options
  const outcome = await run.run(check, operation)
  if (outcome.status === 'not-run') context.skip(`not run, because ${outcome.reason}`)
  if (outcome.status === 'known') context.skip(`known failure: ${run.reasons(outcome).join('; ')}`)
  if (outcome.status === 'defect') throw new Error(outcome.stack)
  if (outcome.status === 'failed') throw new BrokenContract(outcome.findings.map(formatFinding).join('\n\n'))
}
