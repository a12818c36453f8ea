import { type DocumentDescriptor, isSafe, type OperationDescriptor } from '@concordat/runtime/http'
import { boundPathValues, type PathBinding, pathTemplates } from '../../data/document/path-binding.ts'
import { schemaIn } from '../../data/document/schema-in.ts'
import type { UndocumentedFields } from '../../data/document/undocumented.ts'
import { type Answer, isSuccess } from '../../data/exchange/answer.ts'
import type { Authentication, RequestPlan } from '../../data/exchange/request.ts'
import { neededResult, type Or } from '../../data/outcome/missing.ts'
import { NotRun } from '../../data/outcome/not-run.ts'
import type { Attempt, AttemptCaller } from '../../rules/attempt.ts'
import type { Budget } from '../../rules/budget.ts'
import type { CheckContext, RulePool, ValidateSchema } from '../../rules/check.ts'
import type { FactsOfRun } from '../../rules/run-state.ts'
import type { Session } from '../../traffic/session/session.ts'
import type { Keyring } from '../../traffic/target/keyring.ts'
import { OTHER_KEY, type Target } from '../../traffic/target/target.ts'
import { runTogether } from '../../traffic/transport/together.ts'
import { type Call, type Fixture, type Item, succeededCall } from '../../world/items/item.ts'
import type { Pool } from '../../world/items/pool/pool.ts'
import { Refusal } from '../../world/refusal/refusal.ts'
import type { Random } from '../../world/values/random.ts'
import type { AnswersSeen } from './answers-seen.ts'

interface RuleContextOptions {
  readonly document: DocumentDescriptor
  /** The operation on which the rule is run. */
  readonly operation: OperationDescriptor
  readonly validator: ValidateSchema
  readonly baseValidator: ValidateSchema
  readonly undocumentedFields: UndocumentedFields
  readonly random: Random
  readonly budget: Budget
  readonly pool: Pool
  readonly state: FactsOfRun
  readonly session: Session
  readonly seen: AnswersSeen
  /** Maximum number of concurrent requests. */
  readonly concurrency: number
  readonly target: Pick<Target, 'makeCredential' | 'otherPathParameters'>
  /** Turns a violation into a finding. */
  readonly finding: CheckContext['finding']
  readonly asks: CheckContext['asks']
}

/** The context of one rule on one operation. */
export interface RuleContext extends CheckContext {
  /**
   * Items created by requests that should have been rejected. They must be removed, because other operations
   * would show their faults too.
   */
  readonly wronglyMade: readonly Item[]
}

export function ruleContext(options: RuleContextOptions): RuleContext {
  const { document, validator, baseValidator, undocumentedFields, random, budget, state } = options
  const { finding, asks, operation, target, concurrency, session } = options
  const { keyring } = session.state
  const pool = poolOfRules(options.pool)
  const requests = new RuleRequests({ ...options, keyring, items: options.pool, pool })
  return {
    ...{ document, validator, baseValidator, undocumentedFields, random, budget, state },
    ...{ finding, asks, pool },
    get credentials() {
      return keyring.mainFor(operation)
    },
    get hasReader() {
      return keyring.reader !== undefined
    },
    hasScopes: target.makeCredential !== undefined,
    otherTenantPath: target.otherPathParameters ?? {},
    wronglyMade: requests.wronglyMade,
    call: (...given) => requests.call(...given),
    attempt: (...given) => requests.attempt(...given),
    read: (...given) => requests.read(...given),
    together: (items, task) => runTogether(concurrency, items, task),
    race: (items, task) => session.race(() => runTogether(items.length, items, task)),
  }
}

interface RuleRequestsOptions extends Omit<RuleContextOptions, 'pool'> {
  readonly keyring: Keyring
  readonly items: Pool
  readonly pool: RulePool
}

/** Sends the requests of one rule on one operation, and notes the items that they should not have created. */
class RuleRequests {
  readonly wronglyMade: Item[] = []
  readonly #options: RuleRequestsOptions

  constructor(options: RuleRequestsOptions) {
    this.#options = options
  }

  async call(
    operation: OperationDescriptor,
    { at, expecting }: { readonly at?: Pick<Fixture, 'binding'>; readonly expecting?: 'success' } = {},
  ): Promise<Call> {
    const call = neededResult(
      await (at === undefined
        ? this.#options.items.answers.ask(operation)
        : this.#options.items.sender.callAt(operation, at.binding)),
    )
    this.#assertNamed(call)
    return expecting === 'success' ? neededResult(succeededCall(call)) : call
  }

  async attempt(operation: OperationDescriptor, attempt: Attempt): Promise<Call> {
    const { expecting, as, at, sending, isAgain = false } = attempt
    const authentication = as && (await this.#authenticationOf(as))
    const asked = at?.binding ?? (await this.#options.pool.bindings.find(operation, 'refuse'))
    const binding =
      sending === undefined || isAgain ? asked : this.#options.items.bindings.newNames.give(operation, asked)
    const valid =
      sending === undefined
        ? this.#options.pool.requests.best(operation, binding)
        : { ...sending, ...(binding !== asked && { path: boundPathValues(operation.path, binding) }) }
    const isWrong = expecting === 'refusal'
    const plan = { ...valid, ...(authentication && { authentication }), ...(isWrong && { isWrong }) }
    const call = await this.#send(plan, binding)
    this.#assertTelling(operation, call)
    this.#assertNamed({ ...call, binding })
    if (as?.kind === 'another tenant' && call.answer.status === 401)
      throw new NotRun({ kind: 'other tenant refused', setting: OTHER_KEY })
    this.#forgetWhatIsSpent(operation, attempt, call)
    if (expecting === 'refusal' && call.created !== undefined && !call.isFoundAgain)
      this.wronglyMade.push(call.created)
    return expecting === 'success' ? neededResult(succeededCall(call)) : call
  }

  async read(plan: RequestPlan, as?: AttemptCaller): Promise<Answer> {
    const { operation, method = operation.method } = plan
    if (!isSafe(method)) throw new RangeError(`${method} is not a read: use "attempt" to send it.`)
    const authentication = as && (await this.#authenticationOf(as))
    const sent = { ...plan, ...(authentication && { authentication }) }
    const { answer } = await this.#send(sent, new Map())
    const { seen, items, budget } = this.#options
    await seen.examine(items.writes, (again) =>
      budget.makeSure(async () => (await this.#send(again, new Map())).answer),
    )
    return answer
  }

  async #send(plan: RequestPlan, binding: PathBinding): Promise<Call> {
    const note = this.#options.seen.expect(plan)
    const call = await this.#options.items.recording.recorder.send(plan, binding)
    note(call.answer)
    return call
  }

  async #authenticationOf(caller: AttemptCaller): Promise<Authentication> {
    if (caller.kind === 'scopes')
      return { kind: 'credentials', credentials: await this.#options.keyring.with(caller.requirement) }
    return caller.kind === 'reader'
      ? { kind: 'credentials', credentials: this.#options.keyring.reader ?? {} }
      : caller
  }

  /**
   * A 501 means that the server lacks the operation, which can then neither satisfy nor break a rule. A 501
   * for an undocumented method is judged nevertheless.
   */
  #assertTelling(operation: OperationDescriptor, { plan, answer }: Call): void {
    const isUnderTest =
      operation === this.#options.operation && (plan.method ?? operation.method) === operation.method
    if (isUnderTest && answer.status === 501)
      throw new NotRun({ kind: 'answered', operation: operation.operationId, status: 501 })
  }

  /** An error response proves nothing if an item has a name that the path's own schema excludes. */
  #assertNamed({ plan: { operation }, answer, binding }: Call): void {
    if (!new Refusal(answer, operation).mayBeAboutNames()) return
    for (const { name, key } of pathTemplates(operation.path)) {
      const parameter = operation.parameters?.find((each) => each.in === 'path' && each.name === name)
      const { text, origin } = binding.get(key) ?? {}
      if (text === undefined || origin === 'unknown') continue
      const schema = schemaIn(this.#options.document, parameter?.schema)
      const issue = schema.misfit(text)
      if (issue === undefined || schema.allows(Number(text))) continue
      throw new NotRun({ kind: 'misnamed item', text, parameter: name, issue: issue.message })
    }
  }

  /**
   * Forgets items that a successful write may have changed, because later rules would notice the changes. A
   * create changes no other item.
   */
  #forgetWhatIsSpent(
    operation: OperationDescriptor,
    { expecting, at }: Attempt,
    { plan, answer }: Call,
  ): void {
    const { method = operation.method } = plan
    const isCreation = operation.resource?.role === 'create' && method === operation.method
    if (!isSuccess(answer) || isSafe(method) || at?.item !== undefined || isCreation) return
    if (expecting === 'refusal') this.#options.pool.forget()
    else this.#options.items.items.spend(operation)
  }
}

/**
 * Returns the run's items for rules. A rule that needs an unavailable item is not run, and reports why the
 * item is unavailable.
 */
function poolOfRules(pool: Pool): RulePool {
  const { requests, permission, recording, bindings, items, made, shared } = pool
  const { guard, settled } = recording
  return {
    ...{ requests, permission, guard, settled },
    live: (resource) => recording.live(resource),
    bindings: {
      find: needing((operation, use) => bindings.find(operation, use)),
      around: needing((operation, known) => bindings.around(operation, known)),
    },
    items: {
      create: needing((resource, user) => made.create(resource, user)),
      exclusive: needing((operation) => items.exclusive(operation)),
      exclusiveAnew: needing((operation) => items.exclusiveAnew(operation)),
      shared: needing((resource) => shared.find(resource)),
      wantsAnother: (operation, answer) => items.wantsAnother(operation, answer),
    },
    get writes() {
      return pool.writes
    },
    fixture: needing((operation) => pool.fixture(operation)),
    resourceFor: (operation) => neededResult(pool.resourceFor(operation)),
    whatIsMissing: (operation) => pool.whatIsMissing(operation),
    forget: () => pool.forget(),
  }
}

function needing<Given extends readonly unknown[], Result>(
  work: (...given: Given) => Promise<Or<Result>>,
): (...given: Given) => Promise<Result> {
  return async (...given) => neededResult(await work(...given))
}
