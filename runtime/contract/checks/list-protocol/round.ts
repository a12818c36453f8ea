import type { OperationDescriptor } from '@concordat/runtime/http'
import type { Collection, Page } from '../../evidence/collection.ts'
import type { Finding } from '../../outcome/finding.ts'
import type { CheckContext, Violation } from '../../rule/check.ts'

/** One time through the demands on a list. */
export interface Round {
  readonly context: CheckContext
  readonly operation: OperationDescriptor
  readonly collection: Collection
  /** The list as it is answered when nothing is asked for. */
  readonly whole: Page
  /** Size of the pages asked for; `undefined` when the operation has no limit. */
  readonly size: number | undefined
  ids(page: Pick<Page, 'items'>): string[]
  /** `part`: the query parameter or member of the answer that is wrong. */
  report(
    page: Page,
    violation: Pick<Violation, 'expected' | 'received' | 'beside'> & { readonly part: string },
  ): Finding
}
