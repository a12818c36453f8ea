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
  /** The spelling of paths for clients; absent if it is the service's own. */
  readonly spelling?: Spelling
  /**
   * Creates separate data for one run of the suite, so that anything a fault leaves behind disturbs no other
   * run.
   */
  makeSubject(): Promise<Subject>
  stop(): Promise<void>
}

/** The input for one run of the suite. */
export interface Subject {
  /** By security scheme, for a caller who is allowed to do everything in the tenant under test. */
  readonly credentials: Readonly<Record<string, string>>
  /** The same for a caller in another tenant. */
  readonly strangerCredentials: Readonly<Record<string, string>>
  /**
   * For a caller in the tenant under test who is only allowed to read. Absent if the service has no such
   * callers.
   */
  readonly readOnlyCredentials?: Readonly<Record<string, string>>
  /**
   * Creates further credentials in the tenant under test that have only these scopes. Absent if the service
   * has no scopes.
   */
  readonly makeScopedCredentials?: (scopes: readonly string[]) => Promise<Readonly<Record<string, string>>>
  /** Values of path parameters that the suite cannot discover. */
  readonly pathParameters?: Readonly<Record<string, string>>
  /** Paths of items that the suite is allowed to use up, because no operation creates such items. */
  readonly expendable?: readonly string[]
  /** Values of path parameters that lead to existing items, even if the suite is not given them. */
  readonly given?: Readonly<Record<string, string>>
  readonly world: World
}
