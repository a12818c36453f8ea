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
import type { Pool } from '../world/items/pool.ts'
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
  /** Its rules. A finding in sentences of its own breaks the first. */
  readonly assertions: readonly Assertion[]
  /** Example of a violation, as a person would tell it in a sentence, for docs/rules.md. */
  readonly example: string
  /** Change that mends a violation, in the server or in the document. */
  readonly fix: string
  /** A credential without which there is nothing to send: the rule is not run if the target has none. */
  readonly needs?: 'another tenant' | 'chosen scopes'
  /** It asks who gets in, so that an operation which lets nobody in has something to say. */
  readonly judgesAccess?: true
  applies(operation: OperationDescriptor, document: DocumentDescriptor): boolean
  /** Assertion of the rule about this operation, as the rest of a test's title: without the code. */
  title(operation: OperationDescriptor): string
  /**
   * @returns the violations; empty when the operation keeps it. `NotRun` when nothing could be compared.
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
  /** The outcome that the request should have had, if the finding is that it did not. */
  readonly expecting?: Finding['expecting']
  readonly cause?: Cause
  readonly answer: Answer
  /**
   * Answers that it was held against, when they are not those that made or changed the item: the other page,
   * the other read.
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

/** A violation as data: the suite has the words. */
export interface KnownViolation extends Sighting {
  /** The rule that is broken. */
  readonly breaks: Assertion
  readonly fact: Fact
  /** Texts of a rule that knows more than the kind says. */
  readonly wrong?: string
}

/** Compiles a schema whose references name the definitions of one document. */
export type ValidateSchema = (schema: JsonSchema) => Validate

/**
 * Part of the run's items that the rules may use. Where something cannot be had, there is nothing to compare:
 * each of its functions throws NotRun then.
 */
export interface RulePool
  extends Pick<
    Pool,
    'requests' | 'permission' | 'guard' | 'settled' | 'writes' | 'whatIsMissing' | 'forget'
  > {
  readonly bindings: Needed<Pool['bindings'], 'find' | 'around'>
  readonly items: Needed<Pool['items'], 'exclusive' | 'exclusiveAnew'> &
    Needed<Pool['made'], 'create'> &
    Pick<Pool['items'], 'wantsAnother'> & { readonly shared: Needed<Pool['shared'], 'find'>['find'] }
  fixture(operation: OperationDescriptor): Promise<Fixture>
  resourceFor(operation: OperationDescriptor): ResourceDescriptor
}

/** Functions of an object, without the reasons that they return where something is missing. */
type Needed<Owner, Names extends keyof Owner> = {
  readonly [Name in Names]: Owner[Name] extends (...given: infer Given) => Promise<infer Result>
    ? (...given: Given) => Promise<Exclude<Result, Missing>>
    : never
}

/**
 * Context of a check. It asks; the suite keeps the record: items that were made, requests that were spent,
 * and when there is nothing to tell.
 */
export interface CheckContext {
  readonly document: DocumentDescriptor
  /** Validators of the document's schemas, and of those without overlays. */
  readonly validator: ValidateSchema
  readonly baseValidator: ValidateSchema
  /** True if answers may have members that their schema does not name. */
  readonly undocumentedFields: UndocumentedFields
  /** The same stream for the same seed, check and operation, whatever ran before. */
  readonly random: Random
  /** Requests that the operation gets from all rules together. */
  readonly budget: Budget
  /** Credentials of the run, by security scheme. */
  readonly credentials: Readonly<Record<string, string>>
  /** True if there are credentials that may only read, and a way to get some with chosen scopes. */
  readonly hasReader: boolean
  readonly hasScopes: boolean
  /** Values of path parameters of the other tenant, by name. */
  readonly otherTenantPath: Readonly<Record<string, string>>
  /** Valid requests, and the items that they go to. */
  readonly pool: RulePool
  readonly state: RunState
  /**
   * Sends a valid request: with the given path binding. Otherwise a GET is sent once for all callers, and any
   * other method is sent anew to a separate item.
   * @throws NotRun when none can be made, or when it is expected to succeed and does not.
   */
  call(
    operation: OperationDescriptor,
    options?: { readonly at?: Pick<Fixture, 'binding'>; readonly expecting?: 'success' },
  ): Promise<Call>
  /**
   * Sends one request as a rule thought of it. Chooses the fixture and the credentials, takes note of what
   * was made and removed, and forgets items that are spent.
   * @throws NotRun when no request can be made, and when the answer tells nothing about the rule: the
   *   operation is not
   * implemented, or the other tenant's credential is not known at all.
   */
  attempt(operation: OperationDescriptor, attempt: Attempt): Promise<Call>
  /** Looks at something, by a request that changes nothing. @returns Whatever was answered. */
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
