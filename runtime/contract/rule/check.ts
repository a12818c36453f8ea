import type { DocumentDescriptor, OperationDescriptor, SecurityRequirement } from '@concordat/runtime/http'
import type { JsonSchema, Validate } from '@concordat/runtime/schema'
import type { UndocumentedFields } from '../document/undocumented.ts'
import type { Answer } from '../exchange/answer.ts'
import type { RequestPlan } from '../exchange/request.ts'
import type { Fixtures } from '../items/fixtures.ts'
import type { Finding } from '../outcome/finding.ts'
import type { Grade } from '../outcome/grade.ts'
import type { Cases } from '../outcome/outcome.ts'
import type { Random } from '../values/random.ts'

/** One rule of the contract. */
export interface Check {
  /** Unique, kebab-case: "list-protocol". */
  readonly code: string
  /** The grade that its findings usually have; each finding carries its own. */
  readonly grade: Grade
  /** What the rule asserts, for its users. */
  readonly description: string
  applies(operation: OperationDescriptor, document: DocumentDescriptor): boolean
  /** What the rule asserts of this operation, as the rest of a test's title: without the code. */
  title(operation: OperationDescriptor): string
  /**
   * @returns What breaks the rule; empty when the operation keeps it.
   * @throws NotRun when there is no way to find out.
   */
  run(context: CheckContext, operation: OperationDescriptor): Promise<readonly Finding[]>
}

/** What a check saw, before it has a grade. */
export interface Violation {
  readonly operation: OperationDescriptor
  readonly clause: string
  /** The grade when no overlay is involved. */
  readonly basis: Exclude<Grade, 'decided'>
  /** Whether the answer breaks the operation as it stands without overlays too. Absent: the clause alone decides. */
  readonly brokenInBase?: (base: OperationDescriptor) => boolean
  readonly expected: string
  readonly received: string
  readonly answer: Answer
}

/** Compiles a schema whose references name the definitions of one document. */
export type ValidateSchema = (schema: JsonSchema) => Validate

/** What a check works with. */
export interface CheckContext {
  readonly document: DocumentDescriptor
  readonly fixtures: Fixtures
  /** Validators of the document's schemas, and of those without overlays. */
  readonly validator: ValidateSchema
  readonly baseValidator: ValidateSchema
  /** The same stream for the same seed, check and operation, whatever ran before. */
  readonly random: Random
  /** Requests that one operation gets from all rules together; endless in an exhaustive run. */
  readonly budget: number
  /** What the operation has left of it now. */
  left(): number
  /** Writes of the run so far that were not refused: while it stays, what was seen is still so. */
  writes(): number
  /** Says how many of the cases that there are were chosen for the budget. */
  chose(cases: Cases): void
  /** Whether answers may have members that their schema does not name. */
  readonly undocumentedFields: UndocumentedFields
  /** Credentials by security scheme. */
  readonly credentials: Readonly<Record<string, string>>
  /** Credentials of another tenant by security scheme; absent when none are configured. */
  readonly otherCredentials?: Readonly<Record<string, string>> | undefined
  /**
   * Credentials by security scheme that hold these scopes and no others: made once a run for each set.
   * @throws NotRun when there is no way to make any.
   */
  credentialsWith(scopes: SecurityRequirement): Promise<Readonly<Record<string, string>>>
  send(plan: RequestPlan): Promise<Answer>
  /**
   * Does a task for each item, several at a time, begun in the items' order: for requests of which none depends on another's
   * answer.
   * @returns The results in the items' order.
   */
  together<Item, Result>(
    items: readonly Item[],
    task: (item: Item) => Promise<Result>,
  ): Promise<readonly Result[]>
  /** Gives a violation its grade and its rule. */
  finding(violation: Violation): Finding
}
