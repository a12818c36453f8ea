import type { ContractDocuments } from '@concordat/contract'
import type { OperationDescriptor } from '@concordat/runtime/http'
import type { ServiceName, World } from './fault.ts'
import type { Spelling } from './store-spelling.ts'

/** A correct service, running. */
export interface CorrectService {
  readonly name: ServiceName
  readonly url: string
  /** Input of the suite. */
  readonly documents: ContractDocuments
  /** As faults know them. */
  readonly operations: readonly OperationDescriptor[]
  /** How paths are written outside; absent: as inside. */
  readonly spelling?: Spelling
  /** Data of its own for one run of the suite, so that what a fault leaves behind disturbs no other. */
  makeSubject(): Promise<Subject>
  stop(): Promise<void>
}

/** Input of one run of the suite. */
export interface Subject {
  /** By security scheme, of a caller who may do everything in the tenant under test. */
  readonly credentials: Readonly<Record<string, string>>
  /** The same in another tenant. */
  readonly strangerCredentials: Readonly<Record<string, string>>
  /** In the tenant under test, of a caller who may only read. Absent: the service has no such callers. */
  readonly readOnlyCredentials?: Readonly<Record<string, string>>
  /**
   * Further credentials in the tenant under test that hold these scopes alone.
   * Absent: the service has no scopes.
   */
  readonly makeScopedCredentials?: (scopes: readonly string[]) => Promise<Readonly<Record<string, string>>>
  /** Values of path parameters that the suite cannot find out. */
  readonly pathParameters?: Readonly<Record<string, string>>
  /** Paths of items that the suite may use up, as no operation creates any. */
  readonly expendable?: readonly string[]
  /**
   * Values of path parameters that lead to items which are there already, whether or
   * not the suite is told of them.
   */
  readonly given?: Readonly<Record<string, string>>
  readonly world: World
}
