import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { openedDocument } from '../../data/address/opened.ts'
import type { UndocumentedFields } from '../../data/document/undocumented.ts'
import type { Exchange } from '../../data/exchange/exchange.ts'
import type { Reason } from '../../data/outcome/kinds/reason.ts'
import { NotRun, resultOrNotRun, type Verdict } from '../../data/outcome/not-run.ts'
import { notRunOutcome, type Outcome } from '../../data/outcome/outcome.ts'
import type { Tell } from '../../data/outcome/run-event.ts'
import { rulesValidator } from '../../rules/cached-validator.ts'
import type { Check, ValidateSchema } from '../../rules/check.ts'
import { agreement } from '../../rules/checks/agreement/agreement.ts'
import { rules as rulesOfAgreement } from '../../rules/checks/agreement/rules.ts'
import { newRunLog } from '../../rules/evidence/log/run-log.ts'
import { FactsOfRun } from '../../rules/run-state.ts'
import { NoAnswer } from '../../traffic/session/no-answer.ts'
import { type OnExchange, Session } from '../../traffic/session/session.ts'
import { DEFAULT_CONCURRENCY, type Target } from '../../traffic/target/target.ts'
import { LearntNames } from '../../world/items/identity/learnt-names.ts'
import type { Item } from '../../world/items/item.ts'
import { Pool } from '../../world/items/pool/pool.ts'
import { namesOfRun } from '../../world/values/names.ts'
import { DEFAULT_SEED, randomFrom } from '../../world/values/random.ts'
import type { ContractDocuments } from '../plan/documents.ts'
import { isSelectedViolation, type ToldRules } from '../plan/selection.ts'
import type { RunMemory } from '../state/memory.ts'
import { AccessJudgement } from './access-judgement.ts'
import { AnswersSeen } from './answers-seen.ts'
import { Budgets } from './budgets.ts'
import { CrashTeller } from './crash-teller.ts'
import { FindingWriter } from './finding-writer.ts'
import { ListComparison } from './list-comparison.ts'
import { type RuleContext, ruleContext } from './rule-context.ts'
import { toldFindings } from './told-findings.ts'

export interface SuiteOptions extends ContractDocuments {
  readonly target: Target
  /** The same seed results in the same requests, in the same order. */
  readonly seed?: string | undefined
  /**
   * Maximum number of requests per operation, over all rules. Default: 80. With `Infinity`, every case is
   * sent.
   */
  readonly budget?: number | undefined
  /** Name of the part of the run that has its own items, if parts run in parallel. */
  readonly part?: string | undefined
  /** Another part of the same run. */
  readonly beside?: Suite | undefined
  /** Rules and grades of reported findings. Default: all. */
  readonly select?: ToldRules | undefined
  /** Called with each request and its response. */
  readonly onExchange?: OnExchange | undefined
  /** Called with each recorded exchange, even one without a response. */
  readonly onRecord?: ((exchange: Exchange) => void) | undefined
  /** Default: "allow", as in JSON Schema. */
  readonly undocumentedFields?: UndocumentedFields | undefined
  readonly tell?: Tell | undefined
  /** Maximum duration of the run in milliseconds. Default: unlimited. */
  readonly mostMs?: number | undefined
  /** Once aborted, only clean-up requests are sent. Its reason is worded to follow "the run ended early:". */
  readonly signal?: AbortSignal | undefined
  /** Absent if the run begins here. */
  readonly memory?: RunMemory | undefined
}

/** Maximum share of a run's requests for one reading of the lists. They are read before and after the run. */
const INVENTORY_SHARE = 0.05
/**
 * Maximum share of a run's time for reading the lists before it. On a slow server, reading them again after
 * the run takes just as long.
 */
const INVENTORY_TIME_SHARE = 0.1

/** A rule that ran on an operation. */
interface Tried {
  readonly check: Check
  readonly operation: OperationDescriptor
  readonly context: RuleContext
}

/** Runs checks on one target with shared items. */
export class Suite {
  readonly session: Session
  /** The server's lists, before and after the run. */
  readonly lists: ListComparison
  readonly #options: SuiteOptions & { readonly seed: string }
  readonly #learnt: LearntNames
  readonly #pool: Pool
  readonly #writer: FindingWriter
  readonly #validators: { readonly validator: ValidateSchema; readonly baseValidator: ValidateSchema }
  readonly #seen: AnswersSeen
  readonly #state: FactsOfRun
  readonly #access: AccessJudgement
  readonly #crashes: CrashTeller
  readonly #budgets: Budgets
  #wronglyMade: readonly Item[] = []

  constructor(options: SuiteOptions) {
    const { base, target, part = '', beside, tell, onRecord, signal, memory, mostMs } = options
    this.#learnt = beside === undefined ? new LearntNames() : beside.#learnt
    const document =
      beside === undefined ? this.#learnt.over(openedDocument(options.document)) : beside.#options.document
    const { seed = DEFAULT_SEED } = options
    this.#options = { ...options, document, seed }
    this.#budgets = new Budgets(this.#options)
    const { views } = rulesOfAgreement
    this.#seen = new AnswersSeen(
      document,
      isSelectedViolation(options.select ?? {}, views.rule, agreement.code),
    )
    this.#state = new FactsOfRun({ learnt: memory?.learnt, tell })
    this.session = new Session({
      ...{ document, target, beside: beside?.session },
      ...{ tell, onRecord, signal, earlier: memory },
    })
    const log = this.#state.of(newRunLog)
    this.session.onExchange = (plan, answer) => {
      log.note(document, plan, answer)
      this.#seen.note(plan, answer, this.session.writes)
      options.onExchange?.(plan, answer)
    }
    this.#access = new AccessJudgement(this.session)
    const worker = memory === undefined || memory.worker === 1 ? '' : ` ${memory.worker}`
    this.#pool = new Pool({
      ...{ document, target, tell, session: this.session, learnt: this.#learnt },
      names: namesOfRun(`${seed} ${part}${worker}`),
      made: beside === undefined ? memory?.made : [],
      wasThere: (resource, id) => (beside ?? this).lists.showed(resource, id),
    })
    const { maxRequests } = target
    this.lists = new ListComparison({
      ...{ document, items: this.#pool, tell, snapshots: memory?.snapshots },
      concurrency: target.concurrency ?? DEFAULT_CONCURRENCY,
      ...(maxRequests !== undefined && { most: Math.floor(maxRequests * INVENTORY_SHARE) }),
      ...(mostMs !== undefined && { mostMs: mostMs * INVENTORY_TIME_SHARE }),
    })
    this.#writer = new FindingWriter(this.#options, this.session.history, target)
    this.#crashes = new CrashTeller({ document, writer: this.#writer, select: options.select, tell })
    this.session.crashes.onCrash = ({ operation }, answer) => this.#crashes.note(operation, answer)
    this.#validators = beside === undefined ? validatorsOf(document, base) : beside.#validators
  }

  /** @throws TargetError if the target as a whole is unusable. */
  async run(check: Check, operation: OperationDescriptor): Promise<Outcome> {
    const before = this.session.requests
    await this.session.state.keyring.open()
    const obstacle = this.#obstacle(check, operation)
    if (obstacle !== undefined) return notRunOutcome(obstacle)
    const context = this.#context(check, operation)
    this.#crashes.step = { rule: check.code, operationId: operation.operationId }
    this.#seen.start()
    this.session.history.begin()
    this.session.watch(operation)
    try {
      const verdict = await resultOrNotRun(() => check.run(context, operation))
      return this.#outcomeOf(verdict, { check, operation, context })
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      const { awaited, isWaiting, operation: asked } = error
      if (isWaiting) return notRunOutcome({ kind: 'waits for event', operation: asked.operationId })
      if (awaited !== undefined)
        return notRunOutcome({ kind: 'waits elsewhere', operation: asked.operationId, host: awaited })
      return {
        status: 'failed',
        findings: [this.#writer.writeUnanswered(error)],
      }
    } finally {
      const sent = this.session.requests - before - context.budget.uncharged
      this.#budgets.spend(operation, sent)
      this.#wronglyMade = context.wronglyMade
      this.session.crashes.settle()
      this.#crashes.step = undefined
    }
  }

  /** Explains why a rule cannot send requests to an operation. */
  #obstacle(check: Check, operation: OperationDescriptor): Reason | undefined {
    return this.#budgets.isUsed(operation)
      ? { kind: 'budget used', whole: this.#budgets.whole }
      : this.#access.obstacle(check, operation)
  }

  /**
   * Returns the outcome of a rule. A rule that compared nothing, and found no faults in its responses, counts
   * as not run.
   */
  #outcomeOf(verdict: Verdict, { check, operation, context }: Tried): Outcome {
    const isCompared = !(verdict instanceof NotRun)
    const own = isCompared ? this.#access.undeclared(check, { context, operation }) : []
    const found = this.#seen.complete(context, { check, operation }, [...own, ...(isCompared ? verdict : [])])
    const findings = toldFindings(this.#access.telling(operation, found), this.#options.select, check.code)
    const { cases } = context.budget
    const told = cases === undefined ? {} : { cases }
    if (findings.length > 0) return { status: 'failed', findings, ...told }
    if (!isCompared) return notRunOutcome(this.#access.reasonFor(operation, verdict.reason))
    const why = this.#access.whyUnproved(check, operation)
    return why === undefined ? { status: 'passed', ...told } : notRunOutcome(why)
  }

  /** Removes items that the last rule wrongly created. These requests do not count toward the rule. */
  async tidy(): Promise<void> {
    const items = this.#wronglyMade
    this.#wronglyMade = []
    await this.#pool.recording.removal.discard(items)
    this.session.crashes.settle()
  }

  /** Removes created items. @returns One sentence for each item that still exists. */
  cleanUp(): Promise<readonly string[]> {
    const { state, crashes } = this.session
    return state.allowance.cleaningUp(() => this.#pool.cleanUp()).finally(() => crashes.settle())
  }

  #context(check: Check, operation: OperationDescriptor): RuleContext {
    const { document, target, undocumentedFields = 'allow', select = {} } = this.#options
    const { session } = this
    return ruleContext({
      ...{ document, operation, session, undocumentedFields, target },
      ...this.#validators,
      random: randomFrom(`${this.#options.seed} ${check.code} ${operation.operationId}`),
      budget: this.#budgets.forFamily(check, operation, session),
      pool: this.#pool,
      seen: this.#seen,
      state: this.#state,
      asks: (...assertions) => assertions.some(({ rule }) => isSelectedViolation(select, rule, check.code)),
      concurrency: target.concurrency ?? DEFAULT_CONCURRENCY,
      finding: (violation) => {
        const finding = this.#writer.write(violation, check.assertions[0])
        this.#access.note(finding, violation.answer)
        return finding
      },
    })
  }
}

function validatorsOf(document: DocumentDescriptor, base: DocumentDescriptor | undefined) {
  const validator = rulesValidator(document)
  return { validator, baseValidator: base === undefined ? validator : rulesValidator(base) }
}
