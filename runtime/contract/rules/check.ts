import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import type { JsonSchema, Validate } from '@concordat/runtime/schema'
import type { UndocumentedFields } from '../data/document/undocumented.ts'
import type { Answer } from '../data/exchange/answer.ts'
import type { RequestPlan } from '../data/exchange/request.ts'
import type { Assertion } from '../data/outcome/assertion.ts'
import type { Cause } from '../data/outcome/cause.ts'
import type { Finding } from '../data/outcome/finding.ts'
import type { Fact } from '../data/outcome/kinds/fact.ts'
import type { SaidInFinding } from '../data/outcome/kinds/said.ts'
import type { Missing } from '../data/outcome/missing.ts'
import type { Verdict } from '../data/outcome/not-run.ts'
import type { Weight } from '../data/outcome/weight.ts'
import type { Call, Fixture, Item } from '../world/items/item.ts'
import type { Pool } from '../world/items/pool/pool.ts'
import type { Random } from '../world/values/random.ts'
import type { Attempt, AttemptCaller } from './attempt.ts'
import type { Budget, BudgetReserve } from './budget.ts'
import type { FactsOfRun } from './run-state.ts'

/** A family of rules that are judged together from the same requests. */
export interface Check {
  /** Unique, kebab-case: "list-protocol". */
  readonly code: string
  /** The common assertion of the family's rules, as worded for users. */
  readonly description: string
  /** The family's rules. A finding in the family's own sentences is attributed to the first rule. */
  readonly assertions: readonly Assertion[]
  /** An example of a violation, as a person would describe it in one sentence, for docs/rules.md. */
  readonly example: string
  /** A change that fixes a violation, in the server or in the document. */
  readonly fix: string
  /** A credential that the rule's requests need. If the target has none, the rule is not run. */
  readonly needs?: 'another tenant' | 'chosen scopes'
  /** True if the rule tests who gets access. It then also judges an operation that rejects every caller. */
  readonly judgesAccess?: true
  /** The requests that earlier families leave to this family. If absent, it gets what they did not use. */
  readonly reserve?: BudgetReserve
  applies(operation: OperationDescriptor, document: DocumentDescriptor): boolean
  /** The rule's assertion about this operation: the part of a test title after the rule's code. */
  title(operation: OperationDescriptor): string
  /**
   * @returns the violations (an empty list if the operation follows the rule), or `NotRun` if nothing could
   * be compared.
   * @throws NotRun if the rule cannot be checked.
   */
  run(context: CheckContext, operation: OperationDescriptor): Promise<Verdict>
}

/** A finding that does not have its grade and wording yet. */
interface Sighting {
  readonly operation: OperationDescriptor
  readonly clause: string
  /**
   * True if the response also violates the operation as it was before overlays. If absent, the grade depends
   * only on the clause.
   */
  readonly brokenInBase?: (base: OperationDescriptor) => boolean
  /** The outcome that the request should have had, if the finding is that it had a different one. */
  readonly expecting?: Finding['expecting']
  readonly cause?: Cause
  readonly answer: Answer
  /**
   * Responses with which `answer` was compared, such as the other page or the other read. Those that created
   * or changed the item are not included.
   */
  readonly beside?: readonly Answer[]
}

/** A violation that a rule, such as a user's own, describes in its own sentences. */
export interface Violation extends Sighting, SaidInFinding {
  /** The grade if no overlay is involved. */
  readonly basis: Assertion['grade']
  /** Default: the rule's weight. */
  readonly weight?: Weight
}

/** A violation as data, for which the suite has the wording. */
export interface KnownViolation extends Sighting {
  /** The violated rule. */
  readonly breaks: Assertion
  readonly fact: Fact
  /** Replaces the fact's own wording, if the rule knows more than the fact contains. */
  readonly wrong?: string
}

/** Compiles a schema whose references lead to one document's definitions. */
export type ValidateSchema = (schema: JsonSchema) => Validate

/**
 * The run's items, as far as rules are allowed to use them. If an item is not available, there is nothing to
 * compare, so the functions that return one throw NotRun.
 */
export interface RulePool
  extends Pick<Pool, 'requests' | 'permission' | 'writes' | 'whatIsMissing' | 'forget'>,
    Pick<Pool['recording'], 'guard' | 'settled'> {
  /** Returns the run's items of a resource that it has not removed. */
  live(resource: ResourceDescriptor): readonly Item[]
  readonly bindings: Needed<Pool['bindings'], 'find' | 'around'>
  readonly items: Needed<Pool['items'], 'exclusive' | 'exclusiveAnew'> &
    Needed<Pool['made'], 'create'> &
    Pick<Pool['items'], 'wantsAnother'> & { readonly shared: Needed<Pool['shared'], 'find'>['find'] }
  fixture(operation: OperationDescriptor): Promise<Fixture>
  resourceFor(operation: OperationDescriptor): ResourceDescriptor
}

/** An object's functions, with `Missing` removed from their results. */
type Needed<Owner, Names extends keyof Owner> = {
  readonly [Name in Names]: Owner[Name] extends (...given: infer Given) => Promise<infer Result>
    ? (...given: Given) => Promise<Exclude<Result, Missing>>
    : never
}

/**
 * The context of a check. The check decides what to send; the suite records which items were created, which
 * ones are used up, and why a check could not be run.
 */
export interface CheckContext {
  readonly document: DocumentDescriptor
  /** Compiles the document's schemas, with overlays applied. */
  readonly validator: ValidateSchema
  readonly baseValidator: ValidateSchema
  /** Determines whether responses are allowed to have properties that their schema does not list. */
  readonly undocumentedFields: UndocumentedFields
  /** A random stream that is the same for the same seed, check and operation, no matter what ran before. */
  readonly random: Random
  /** The rule's share of the requests that all rules together are allowed to send to the operation. */
  readonly budget: Budget
  /** The run's credentials, keyed by security scheme. */
  readonly credentials: Readonly<Record<string, string>>
  /**
   * `hasReader` is true if there are read-only credentials; `hasScopes` is true if the target can create
   * credentials with chosen scopes.
   */
  readonly hasReader: boolean
  readonly hasScopes: boolean
  /** The other tenant's values for path parameters, keyed by name. */
  readonly otherTenantPath: Readonly<Record<string, string>>
  /** Valid requests, and the items to which they are sent. */
  readonly pool: RulePool
  readonly state: FactsOfRun
  /**
   * Sends a valid request, with the path binding if one is given. Without a binding, a GET is sent once for
   * all rules, and any other method is sent to a separate item each time.
   * @throws NotRun if no request can be created, or if the request does not succeed although it should.
   */
  call(
    operation: OperationDescriptor,
    options?: { readonly at?: Pick<Fixture, 'binding'>; readonly expecting?: 'success' },
  ): Promise<Call>
  /**
   * Sends one request as planned by a rule. Chooses the fixture and the credentials, records which items were
   * created and removed, and drops items that are used up.
   * @throws NotRun if no request can be created, or if the response says nothing about the rule, because the
   * operation is not implemented or the server does not recognize the other tenant's credential at all.
   */
  attempt(operation: OperationDescriptor, attempt: Attempt): Promise<Call>
  /** Sends a request that changes nothing. @returns the response, whatever its status. */
  read(plan: RequestPlan, as?: AttemptCaller): Promise<Answer>
  /**
   * Runs a task for each item, several at a time, starting them in order. It is for requests that do not
   * depend on each other's responses. Requests that write still wait for each other.
   * @returns The results in the order of the items.
   */
  together<Item, Result>(
    items: readonly Item[],
    task: (item: Item) => Promise<Result>,
  ): Promise<readonly Result[]>
  /** Like `together`, but for writes that are meant to overlap, all of them at the same time. */
  race<Item, Result>(
    items: readonly Item[],
    task: (item: Item) => Promise<Result>,
  ): Promise<readonly Result[]>
  /** True if one of these rules is selected. */
  asks(...assertions: readonly Assertion[]): boolean
  /** Turns a violation into a finding, with its grade and rule. */
  finding(violation: Violation | KnownViolation): Finding
}
