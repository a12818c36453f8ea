import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import type { JsonSchema, Validate } from '@concordat/runtime/schema'
import type { UndocumentedFields } from '../data/document/undocumented.ts'
import type { Answer } from '../data/exchange/answer.ts'
import type { RequestPlan } from '../data/exchange/request.ts'
import type { Assertion } from '../data/outcome/assertion.ts'
import type { Cause } from '../data/outcome/cause.ts'
import type { Finding } from '../data/outcome/finding.ts'
import type { Fact } from '../data/outcome/kinds/fact.ts'
import type { Said } from '../data/outcome/kinds/said.ts'
import type { Missing } from '../data/outcome/missing.ts'
import type { Verdict } from '../data/outcome/not-run.ts'
import type { Weight } from '../data/outcome/weight.ts'
import type { Call, Fixture } from '../world/items/item.ts'
import type { Pool } from '../world/items/pool/pool.ts'
import type { Random } from '../world/values/random.ts'
import type { Attempt, AttemptCaller } from './attempt.ts'
import type { Budget } from './budget.ts'
import type { RunState } from './run-state.ts'

/** A family of rules, which one run of requests judges together. */
export interface Check {
  /** Unique, kebab-case: "list-protocol". */
  readonly code: string
  /** Common assertion of its rules, in words for users. */
  readonly description: string
  /** Its rules. A finding written in its own sentences counts against the first rule. */
  readonly assertions: readonly Assertion[]
  /** Example of a violation, as a person would describe it in a sentence, for docs/rules.md. */
  readonly example: string
  /** Change that mends a violation, in the server or in the document. */
  readonly fix: string
  /** A credential that the rule's requests need: the rule is not run if the target has none. */
  readonly needs?: 'another tenant' | 'chosen scopes'
  /** Set if the rule asks who gets in, so that it also judges an operation that lets nobody in. */
  readonly judgesAccess?: true
  applies(operation: OperationDescriptor, document: DocumentDescriptor): boolean
  /** The rule's assertion about this operation, as the rest of a test's title, without the code. */
  title(operation: OperationDescriptor): string
  /**
   * @returns the violations, none if the operation keeps the rule; `NotRun` if nothing could be compared.
   * @throws NotRun when there is no way to find out.
   */
  run(context: CheckContext, operation: OperationDescriptor): Promise<Verdict>
}

/** A finding before it has a grade and texts. */
interface Sighting {
  readonly operation: OperationDescriptor
  readonly clause: string
  /**
   * True if the answer also breaks the operation as written before overlays. If absent, only the clause
   * decides.
   */
  readonly brokenInBase?: (base: OperationDescriptor) => boolean
  /** The outcome that the request should have had, if the finding is that it had a different one. */
  readonly expecting?: Finding['expecting']
  readonly cause?: Cause
  readonly answer: Answer
  /**
   * Answers that it was compared with, other than those that made or changed the item: the other page, the
   * other read.
   */
  readonly beside?: readonly Answer[]
}

/** A violation that a rule, such as a user's rule, describes in its own sentences. */
export interface Violation extends Sighting, Said {
  /** The grade when no overlay is involved. */
  readonly basis: Assertion['grade']
  /** Default: that of the rule. */
  readonly weight?: Weight
}

/** A violation as data, for which the suite has the words. */
export interface KnownViolation extends Sighting {
  /** The rule that is broken. */
  readonly breaks: Assertion
  readonly fact: Fact
  /** Texts from a rule that knows more than the kind says. */
  readonly wrong?: string
}

/** Compiles a schema whose references name the definitions of one document. */
export type ValidateSchema = (schema: JsonSchema) => Validate

/**
 * The part of the run's items that rules may use. If an item cannot be had, there is nothing to compare, so
 * each function throws NotRun.
 */
export interface RulePool
  extends Pick<Pool, 'requests' | 'permission' | 'writes' | 'whatIsMissing' | 'forget'>,
    Pick<Pool['recording'], 'guard' | 'settled'> {
  readonly bindings: Needed<Pool['bindings'], 'find' | 'around'>
  readonly items: Needed<Pool['items'], 'exclusive' | 'exclusiveAnew'> &
    Needed<Pool['made'], 'create'> &
    Pick<Pool['items'], 'wantsAnother'> & { readonly shared: Needed<Pool['shared'], 'find'>['find'] }
  fixture(operation: OperationDescriptor): Promise<Fixture>
  resourceFor(operation: OperationDescriptor): ResourceDescriptor
}

/** An object's functions, without the reasons that they return if something is missing. */
type Needed<Owner, Names extends keyof Owner> = {
  readonly [Name in Names]: Owner[Name] extends (...given: infer Given) => Promise<infer Result>
    ? (...given: Given) => Promise<Exclude<Result, Missing>>
    : never
}

/**
 * Context of a check. The check asks; the suite records created items, spent requests, and whether there is
 * nothing to report.
 */
export interface CheckContext {
  readonly document: DocumentDescriptor
  /** Validators of the document's schemas, and of those without overlays. */
  readonly validator: ValidateSchema
  readonly baseValidator: ValidateSchema
  /** True if answers may have members that their schema does not name. */
  readonly undocumentedFields: UndocumentedFields
  /** A stream that is the same for the same seed, check and operation, whatever ran before. */
  readonly random: Random
  /** The number of requests that all rules together may send to the operation. */
  readonly budget: Budget
  /** Credentials of the run, by security scheme. */
  readonly credentials: Readonly<Record<string, string>>
  /**
   * True if there are read-only credentials; `hasScopes`, if the target can create some with chosen scopes.
   */
  readonly hasReader: boolean
  readonly hasScopes: boolean
  /** The other tenant's values for path parameters, by name. */
  readonly otherTenantPath: Readonly<Record<string, string>>
  /** Valid requests, and the items that they go to. */
  readonly pool: RulePool
  readonly state: RunState
  /**
   * Sends a valid request: with the given path binding. Otherwise a GET is sent once for all callers, and any
   * other method is sent anew to a separate item.
   * @throws NotRun if no request can be made, or if it does not succeed although it should.
   */
  call(
    operation: OperationDescriptor,
    options?: { readonly at?: Pick<Fixture, 'binding'>; readonly expecting?: 'success' },
  ): Promise<Call>
  /**
   * Sends one request as a rule planned it. Chooses the fixture and the credentials, records which items were
   * made and removed, and drops items that are spent.
   * @throws NotRun if no request can be made, or if the answer says nothing about the rule: the operation is
   * not implemented, or the server does not know the other tenant's credential at all.
   */
  attempt(operation: OperationDescriptor, attempt: Attempt): Promise<Call>
  /** Sends a request that changes nothing. @returns The answer, whatever it is. */
  read(plan: RequestPlan, as?: AttemptCaller): Promise<Answer>
  /**
   * Does a task for each item, several at a time, in the items' order. Use it for requests that do not depend
   * on each other's answers.
   * @returns The results in the items' order.
   */
  together<Item, Result>(
    items: readonly Item[],
    task: (item: Item) => Promise<Result>,
  ): Promise<readonly Result[]>
  /** True if somebody wants to know whether one of these rules is kept. */
  asks(...assertions: readonly Assertion[]): boolean
  /** Gives a violation its grade and its rule. */
  finding(violation: Violation | KnownViolation): Finding
}
