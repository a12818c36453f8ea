import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { createValidator } from '@concordat/runtime/schema'
import type { RunMemory } from '../books/memory.ts'
import { placeOf } from '../document/clause-place.ts'
import { operationOf } from '../document/resource-lookup.ts'
import type { UndocumentedFields } from '../document/undocumented.ts'
import type { Answer } from '../exchange/answer.ts'
import { curl } from '../exchange/exchange.ts'
import type { RequestPlan } from '../exchange/request.ts'
import { Fixtures } from '../items/fixtures.ts'
import type { Finding } from '../outcome/finding.ts'
import { type Grade, isAtOrBelow } from '../outcome/grade.ts'
import { NotRun } from '../outcome/not-run.ts'
import type { Cases, Outcome } from '../outcome/outcome.ts'
import type { Tell } from '../outcome/run-event.ts'
import type { ContractDocuments } from '../plan/documents.ts'
import { DEFAULT_BUDGET } from '../rule/budget.ts'
import type { Check, CheckContext, ValidateSchema, Violation } from '../rule/check.ts'
import { together } from '../rule/together.ts'
import { NoAnswer, type OnExchange, Session } from '../target/session.ts'
import { DEFAULT_CONCURRENCY, type Target } from '../target/target.ts'
import { namesOf } from '../values/names.ts'
import { DEFAULT_SEED, randomFrom } from '../values/random.ts'
import { AnswersSeen } from './answers-seen.ts'

export interface SuiteOptions extends ContractDocuments {
  readonly target: Target
  /** The same seed makes the same requests in the same order. */
  readonly seed?: string | undefined
  /** Requests for each operation, over all rules; default 80, `Infinity` sends every case. */
  readonly budget?: number | undefined
  /** Names the part of a run that has its own fixtures, where parts run side by side. */
  readonly part?: string | undefined
  /** Another part of the same run. */
  readonly beside?: Suite | undefined
  /** Findings of other grades are dropped. Default: all. */
  readonly grades?: readonly Grade[] | undefined
  /** Told of each request with its answer. */
  readonly onExchange?: OnExchange | undefined
  /** Default: "allow", as JSON Schema does. */
  readonly undocumentedFields?: UndocumentedFields | undefined
  readonly tell?: Tell | undefined
  /** From then on nothing but what cleans up is sent. Its reason goes on from "the run ended early:". */
  readonly signal?: AbortSignal | undefined
  /** Absent: the run begins here. */
  readonly memory?: RunMemory | undefined
}

/** Runs checks against one target with shared fixtures. */
export class Suite {
  readonly session: Session
  readonly #options: SuiteOptions
  readonly #seed: string
  readonly #fixtures: Fixtures
  readonly #validator: ValidateSchema
  readonly #baseValidator: ValidateSchema
  readonly #seen = new AnswersSeen()
  /** Requests so far by operationId. */
  readonly #spent: Map<string, number>

  constructor(options: SuiteOptions) {
    const { document, base, target, part = '', beside, tell, signal, memory } = options
    this.#options = options
    this.#seed = options.seed ?? DEFAULT_SEED
    this.#spent = new Map(Object.entries(memory?.spent ?? {}))
    this.session = new Session({
      ...{ document, target, beside: beside?.session },
      ...{ tell, signal, acquainted: memory },
    })
    this.session.onExchange = options.onExchange
    const thread = memory === undefined || memory.thread === 1 ? '' : ` ${memory.thread}`
    this.#fixtures = new Fixtures({
      document,
      target,
      names: namesOf(`${this.#seed} ${part}${thread}`),
      send: (plan) => this.#send(plan),
      tell,
      made: beside === undefined ? memory?.made : [],
    })
    this.#validator = beside === undefined ? cached(document) : beside.#validator
    this.#baseValidator =
      beside !== undefined ? beside.#baseValidator : base === undefined ? this.#validator : cached(base)
  }

  /** @throws TargetError when the target as a whole is unusable. */
  async run(check: Check, operation: OperationDescriptor): Promise<Outcome> {
    const before = this.session.requests
    let cases: Cases | undefined
    const chose = (chosen: Cases): void => {
      cases = chosen
    }
    await this.session.keyring.open()
    const context = { ...this.#context(check, operation), chose }
    this.#seen.start()
    try {
      const all = this.#seen.complete(context, operation, await check.run(context, operation))
      const findings = this.#selected(all)
      const told = cases === undefined ? {} : { cases }
      return findings.length === 0 ? { status: 'passed', ...told } : { status: 'failed', findings, ...told }
    } catch (error) {
      if (error instanceof NotRun) {
        const findings = this.#selected(this.#seen.complete(context, operation, []))
        return findings.length > 0
          ? { status: 'failed', findings }
          : { status: 'not-run', reason: error.message }
      }
      if (!(error instanceof NoAnswer)) throw error
      return { status: 'failed', findings: [this.#finding(check, unanswered(operation, error))] }
    } finally {
      const sent = this.session.requests - before
      this.#spent.set(operation.operationId, this.#spentOn(operation) + sent)
    }
  }

  /** Each thing once, of the grades that the run is limited to. */
  #selected(findings: readonly Finding[]): Finding[] {
    return distinct(findings).filter(({ grade }) => this.#options.grades?.includes(grade) ?? true)
  }

  /** Requests so far of the checks of one operation, with those that made and found what they needed. */
  #spentOn({ operationId }: OperationDescriptor): number {
    return this.#spent.get(operationId) ?? 0
  }

  /** Removes what the checks created. @returns One sentence for each item that is still there. */
  cleanUp(): Promise<readonly string[]> {
    return this.session.cleaningUp(() => this.#fixtures.cleanUp())
  }

  async #send(plan: RequestPlan): Promise<Answer> {
    this.#fixtures.guard(plan)
    return this.session.send(plan)
  }

  #context(check: Check, operation: OperationDescriptor): Omit<CheckContext, 'chose'> {
    const { document, target, budget = DEFAULT_BUDGET } = this.#options
    const { keyring } = this.session
    const atStart = this.session.requests - this.#spentOn(operation)
    return {
      document,
      fixtures: this.#fixtures,
      validator: this.#validator,
      baseValidator: this.#baseValidator,
      random: randomFrom(`${this.#seed} ${check.code} ${operation.operationId}`),
      budget,
      left: () => budget - (this.session.requests - atStart),
      writes: () => this.session.writes,
      undocumentedFields: this.#options.undocumentedFields ?? 'allow',
      credentials: keyring.main,
      otherCredentials: keyring.other,
      credentialsWith: (requirement) => keyring.with(requirement),
      send: async (plan) => {
        const note = this.#seen.expect(plan, operation)
        const answer = await this.#send(plan)
        note(answer)
        return answer
      },
      together: (items, task) => together(target.concurrency ?? DEFAULT_CONCURRENCY, items, task),
      finding: (violation) => this.#finding(check, violation),
    }
  }

  #finding(check: Check, violation: Unanswered): Finding {
    const { operation, clause, expected, received } = violation
    const { exchange } = violation.answer
    return {
      rule: check.code,
      operationId: operation.operationId,
      grade: this.#gradeOf(violation),
      clause: placeOf(this.#options.document, clause),
      ...(operation.source !== undefined && { source: operation.source }),
      expected,
      received,
      exchange,
      curl: curl(exchange.request),
    }
  }

  /** What the document without overlays says decides; where it is not at hand, the place of the clause does. */
  #gradeOf({
    operation,
    clause,
    basis,
    brokenInBase,
  }: Pick<Violation, 'operation' | 'clause' | 'basis' | 'brokenInBase'>): Grade {
    const { base, decided = [] } = this.#options
    const original = base && operationOf(base, operation.operationId)
    if (base !== undefined && original === undefined) return 'decided'
    if (original !== undefined && brokenInBase !== undefined)
      return brokenInBase(original) ? basis : 'decided'
    const place = placeOf(this.#options.document, clause)
    return isAtOrBelow(clause, decided) || isAtOrBelow(place, decided) ? 'decided' : basis
  }
}

/** A violation of which only the exchange matters. */
type Unanswered = Omit<Violation, 'answer'> & { readonly answer: Pick<Violation['answer'], 'exchange'> }

function unanswered(operation: OperationDescriptor, error: NoAnswer): Unanswered {
  const { message, exchange } = error
  return {
    operation,
    clause: operation.pointer,
    basis: 'derived',
    expected: 'an answer',
    received: message,
    answer: { exchange },
  }
}

/** One finding for each thing that is wrong, however many requests showed it. */
function distinct(findings: readonly Finding[]): Finding[] {
  const key = ({ clause, expected, received }: Finding): string =>
    JSON.stringify([clause, expected, received])
  return [...new Map(findings.toReversed().map((finding) => [key(finding), finding])).values()].toReversed()
}

/** Issues of one answer that are looked at: enough for one fault in each item of a long page, and for others beside it. */
const MAX_ISSUES = 1000

/** Compiles each schema of a document once. */
function cached({ definitions }: DocumentDescriptor): ValidateSchema {
  const compile = createValidator(definitions, { maxIssues: MAX_ISSUES })
  const known = new Map<unknown, ReturnType<ValidateSchema>>()
  return (schema) => {
    const compiled = known.get(schema) ?? compile(schema)
    known.set(schema, compiled)
    return compiled
  }
}
