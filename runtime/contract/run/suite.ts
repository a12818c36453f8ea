import type { OperationDescriptor } from '@concordat/runtime/http'
import { openedDocument } from '../data/address/opened.ts'
import type { UndocumentedFields } from '../data/document/undocumented.ts'
import type { Answer } from '../data/exchange/answer.ts'
import type { Exchange } from '../data/exchange/exchange.ts'
import { subjectOf } from '../data/outcome/clause-subject.ts'
import { contentOf, type Finding } from '../data/outcome/finding.ts'
import type { Reason } from '../data/outcome/kinds/reason.ts'
import { NotRun, orWhyNot, type Verdict } from '../data/outcome/not-run.ts'
import { notRun, type Outcome } from '../data/outcome/outcome.ts'
import type { StepName, Tell } from '../data/outcome/run-event.ts'
import { TargetError } from '../data/outcome/target-error.ts'
import { answerRules } from '../rules/answer-rules.ts'
import { Budget, DEFAULT_BUDGET } from '../rules/budget.ts'
import { cachedValidator } from '../rules/cached-validator.ts'
import type { Check, CheckContext, ValidateSchema } from '../rules/check.ts'
import { generalRule } from '../rules/checks/checks.ts'
import { RunState } from '../rules/run-state.ts'
import { NoAnswer } from '../traffic/session/no-answer.ts'
import { type OnExchange, Session } from '../traffic/session/session.ts'
import { DEFAULT_CONCURRENCY, OTHER_KEY, type Target } from '../traffic/target/target.ts'
import { LearntNames } from '../world/items/identity/learnt-names.ts'
import type { Item } from '../world/items/item.ts'
import { Pool } from '../world/items/pool.ts'
import { namesOf } from '../world/values/names.ts'
import { DEFAULT_SEED, randomFrom } from '../world/values/random.ts'
import { AnswersSeen } from './answers-seen.ts'
import { FindingWriter } from './finding-writer.ts'
import { Inventory } from './inventory.ts'
import type { ContractDocuments } from './plan/documents.ts'
import { isTold, type ToldRules } from './plan/selection.ts'
import { RuleContext } from './rule-context.ts'
import { Crashes } from './state/crashes.ts'
import type { RunMemory } from './state/memory.ts'

export interface SuiteOptions extends ContractDocuments {
  readonly target: Target
  /** The same seed makes the same requests in the same order. */
  readonly seed?: string | undefined
  /** Requests for each operation, over all rules; default 80, `Infinity` sends every case. */
  readonly budget?: number | undefined
  /** Names the part of a run that has its own items, where parts run side by side. */
  readonly part?: string | undefined
  /** Another part of the same run. */
  readonly beside?: Suite | undefined
  /** Rules and grades whose findings are told. Default: all. */
  readonly select?: ToldRules | undefined
  /** Told of each request with its answer. */
  readonly onExchange?: OnExchange | undefined
  /** Told of each exchange, as records show it, also of one without an answer. */
  readonly onRecord?: ((exchange: Exchange) => void) | undefined
  /** Default: "allow", as JSON Schema does. */
  readonly undocumentedFields?: UndocumentedFields | undefined
  readonly tell?: Tell | undefined
  /** From then on nothing but what cleans up is sent. Its reason goes on from "the run ended early:". */
  readonly signal?: AbortSignal | undefined
  /** Absent: the run begins here. */
  readonly memory?: RunMemory | undefined
}

/** Share of the lists in the requests of a run, before it and again after it. */
const INVENTORY_SHARE = 0.05

/** A rule that was run on an operation. */
interface Tried {
  readonly check: Check
  readonly operation: OperationDescriptor
  readonly context: RuleContext
}

/** Runs checks against one target with shared items. */
export class Suite {
  readonly session: Session
  readonly #options: SuiteOptions
  readonly #seed: string
  readonly #learnt: LearntNames
  readonly #pool: Pool
  readonly #inventory: Inventory
  readonly #writer: FindingWriter
  readonly #validator: ValidateSchema
  readonly #baseValidator: ValidateSchema
  readonly #seen = new AnswersSeen()
  readonly #state: RunState
  readonly #crashes: Crashes
  /** Findings in answers that refused the run's own credentials. */
  readonly #ofRefusals = new WeakSet<Finding>()
  /** Requests so far by operationId. */
  readonly #spent: Map<string, number>
  #wronglyMade: readonly Item[] = []
  /** The rule that runs. */
  #step: StepName | undefined

  constructor(options: SuiteOptions) {
    const { base, target, part = '', beside, tell, onRecord, signal, memory } = options
    this.#learnt = beside === undefined ? new LearntNames() : beside.#learnt
    const document =
      beside === undefined ? this.#learnt.over(openedDocument(options.document)) : beside.#options.document
    this.#options = { ...options, document }
    this.#seed = options.seed ?? DEFAULT_SEED
    this.#spent = new Map(Object.entries(memory?.spent ?? {}))
    this.#state = new RunState({ learnt: memory?.learnt, tell })
    this.session = new Session({
      ...{ document, target, beside: beside?.session },
      ...{ tell, onRecord, signal, earlier: memory },
    })
    this.session.onExchange = options.onExchange
    this.#crashes = new Crashes(document)
    this.session.crashes.onCrash = ({ operation }, answer) => this.#noteCrash(operation, answer)
    const worker = memory === undefined || memory.worker === 1 ? '' : ` ${memory.worker}`
    this.#pool = new Pool({
      ...{ document, target, tell, session: this.session, learnt: this.#learnt },
      names: namesOf(`${this.#seed} ${part}${worker}`),
      made: beside === undefined ? memory?.made : [],
      wasThere: (resource, id) => (beside ?? this).#inventory.showed(resource, id),
    })
    const { maxRequests } = target
    this.#inventory = new Inventory({
      ...{ document, items: this.#pool, tell, snapshots: memory?.snapshots },
      ...(maxRequests !== undefined && { most: Math.floor(maxRequests * INVENTORY_SHARE) }),
    })
    this.#writer = new FindingWriter(this.#options, this.session.history, target)
    this.#validator = beside === undefined ? cachedValidator(document) : beside.#validator
    this.#baseValidator =
      beside !== undefined
        ? beside.#baseValidator
        : base === undefined
          ? this.#validator
          : cachedValidator(base)
  }

  /** @throws TargetError when the target as a whole is unusable. */
  async run(check: Check, operation: OperationDescriptor): Promise<Outcome> {
    const before = this.session.requests
    await this.session.keyring.open()
    const obstacle = this.#obstacle(check, operation)
    if (obstacle !== undefined) return notRun(obstacle)
    const context = this.#context(check, operation)
    this.#step = { rule: check.code, operationId: operation.operationId }
    this.#seen.start()
    this.session.history.begin()
    this.session.watch(operation)
    try {
      const verdict = await orWhyNot(() => check.run(context, operation))
      return this.#outcomeOf(verdict, { check, operation, context })
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      return {
        status: 'failed',
        findings: [this.#writer.writeUnanswered(error)],
      }
    } finally {
      const sent = this.session.requests - before - context.budget.uncharged
      this.#spent.set(operation.operationId, this.#spentOn(operation) + sent)
      this.#wronglyMade = context.wronglyMade
      this.session.crashes.settle()
      this.#step = undefined
    }
  }

  /** The reason why a rule has nothing to send to an operation. */
  #obstacle(check: Check, operation: OperationDescriptor): Reason | undefined {
    const { access, keyring } = this.session
    const { budget = DEFAULT_BUDGET } = this.#options
    if (this.#spentOn(operation) >= budget) return { kind: 'budget used', whole: budget }
    if (check.needs === 'another tenant' && keyring.other === undefined)
      return { kind: 'no other tenant', setting: OTHER_KEY }
    if (check.judgesAccess === true) return access.whyOpen({ ...keyring.main, ...keyring.headers })
    return access.isClosed(operation, keyring.mainFor(operation))
      ? (this.#whySilent(operation) ?? { kind: 'refused to the run' })
      : undefined
  }

  /** The outcome of an attempt: a rule that compared nothing, and in whose answers nothing is wrong, was not run. */
  #outcomeOf(verdict: Verdict, { check, operation, context }: Tried): Outcome {
    const isCompared = !(verdict instanceof NotRun)
    const own = isCompared && check === generalRule ? this.#undeclared(context, operation) : []
    const found = this.#seen.complete(context, operation, [...own, ...(isCompared ? verdict : [])])
    const findings = this.#telling(operation, found, check)
    const { cases } = context.budget
    const told = cases === undefined ? {} : { cases }
    if (findings.length > 0) return { status: 'failed', findings, ...told }
    if (!isCompared) return notRun(this.#reasonOf(operation, verdict))
    const isRefused = check.judgesAccess !== true && this.session.wasRefusedAlone
    const why = isRefused ? this.#whySilent(operation) : undefined
    return why === undefined ? { status: 'passed', ...told } : notRun(why)
  }

  /** Removes what the last rule wrongly made; the requests for it are none of the rule's. */
  async tidy(): Promise<void> {
    const items = this.#wronglyMade
    this.#wronglyMade = []
    await this.#pool.removal.discard(items)
    this.session.crashes.settle()
  }

  /** Tells a server error, whether or not the rule will. */
  #noteCrash(operation: OperationDescriptor, answer: Answer): void {
    const [crash] = this.#selected([this.#writer.writeCrash(operation, answer)], this.#step?.rule)
    if (crash !== undefined && this.#crashes.note(crash))
      this.#options.tell?.({ kind: 'crashed', crash, step: this.#step })
  }

  /** A refusal that the document does not announce, of an operation that the credential opened. */
  #undeclared(context: CheckContext, operation: OperationDescriptor): readonly Finding[] {
    const answer = this.session.undeclaredRefusal(operation)
    if (answer === undefined || !this.session.access.hasEntered(operation)) return []
    return [
      context.finding({
        operation,
        answer,
        clause: operation.pointer,
        breaks: answerRules['no-credential'],
        fact: { kind: 'refused undeclared', status: answer.status },
        cause: { kind: 'everywhere', what: 'credentials that the document does not ask for' },
      }),
    ]
  }

  /** Findings that say something: none of what an operation answers that let nobody in. */
  #telling(operation: OperationDescriptor, findings: readonly Finding[], { code }: Check): Finding[] {
    // A fault of a documented refusal is one whoever is refused.
    const isTelling = ({ clause, exchange: { response } }: Finding): boolean =>
      subjectOf(clause).response === String(response?.status) || this.#whySilent(operation) === undefined
    const telling = findings.filter((finding) => !this.#ofRefusals.has(finding) || isTelling(finding))
    return this.#selected(telling, code)
  }

  /**
   * An operation that wants a credential and let nobody in is itself the reason for whatever a rule lacked.
   */
  #reasonOf(operation: OperationDescriptor, { reason }: NotRun): Reason {
    return operation.security === undefined ? reason : (this.#whySilent(operation) ?? reason)
  }

  #whySilent(operation: OperationDescriptor): Reason | undefined {
    return this.session.access.whySilent(operation, this.session.keyring.mainFor(operation))
  }

  /** Each thing once, of the rules and grades that the run is limited to. @param step The family that met them. */
  #selected(findings: readonly Finding[], step = generalRule.code): Finding[] {
    const { select = {} } = this.#options
    return distinct(findings).filter(
      ({ grade, rule }) => (select.grades?.includes(grade) ?? true) && isTold(select, rule, step),
    )
  }

  /** Requests so far of the checks of one operation, with those that made and found what they needed. */
  #spentOn({ operationId }: OperationDescriptor): number {
    return this.#spent.get(operationId) ?? 0
  }

  /** Removes what the checks created. @returns One sentence for each item that is still there. */
  cleanUp(): Promise<readonly string[]> {
    return this.session.cleaningUp(() => this.#pool.cleanUp()).finally(() => this.session.crashes.settle())
  }

  /** Reads what the lists of the server show before the run, unless an earlier worker did, and keeps as many requests to read them again. */
  async recordLists(): Promise<void> {
    await this.#inventory.open()
    this.session.setAside(this.#inventory.size)
  }

  /** Reads them again, and tells what changed beside what the run knows of, where the server still answers. */
  compareLists(): Promise<void> {
    return this.session
      .cleaningUp(() => this.#inventory.close())
      .catch((error: unknown) => {
        if (!(error instanceof TargetError)) throw error
      })
  }

  #context(check: Check, operation: OperationDescriptor): RuleContext {
    const { document, target, budget = DEFAULT_BUDGET, undocumentedFields = 'allow' } = this.#options
    const { select = {} } = this.#options
    const { session } = this
    const atStart = session.requests - this.#spentOn(operation)
    return new RuleContext({
      ...{ document, operation, session, undocumentedFields, target },
      validator: this.#validator,
      baseValidator: this.#baseValidator,
      random: randomFrom(`${this.#seed} ${check.code} ${operation.operationId}`),
      budget: new Budget({ whole: budget, spent: () => session.requests - atStart }),
      pool: this.#pool,
      seen: this.#seen,
      state: this.#state,
      asks: (...assertions) => assertions.some(({ rule }) => isTold(select, rule, check.code)),
      concurrency: target.concurrency ?? DEFAULT_CONCURRENCY,
      finding: (violation) => {
        const finding = this.#writer.write(violation, check.assertions[0])
        if (session.access.isRefusal(violation.answer)) this.#ofRefusals.add(finding)
        return finding
      },
    })
  }
}

/** One finding for each thing that is wrong, however many requests showed it. */
function distinct(findings: readonly Finding[]): Finding[] {
  const key = (finding: Finding): string => JSON.stringify([finding.clause, contentOf(finding)])
  return [...new Map(findings.toReversed().map((finding) => [key(finding), finding])).values()].toReversed()
}
