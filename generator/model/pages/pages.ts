import type { OperationDescriptor } from '@concordat/runtime/http'
import type { PaginationObject } from '../../document/document.ts'
import type { Finding } from '../../errors/finding.ts'
import type { Paging } from './paging.ts'
import { provePages } from './prove-pages.ts'
import { readStatedPages } from './stated-pages.ts'
import type { Readers } from './subject.ts'

export type { Paging } from './paging.ts'

/**
 * How the pages of an operation follow one another: as its `x-pagination` states, or as its schemas prove.
 * @returns `undefined` for an operation without pages.
 */
export function pagingOf(
  operation: OperationDescriptor,
  stated: PaginationObject | boolean | undefined,
  { readers, report }: { readonly readers: Readers; readonly report: (finding: Finding) => void },
): Paging | undefined {
  if (stated === false) return undefined
  return typeof stated === 'object'
    ? readStatedPages(operation, stated, { readers, report })
    : provePages(operation, readers)
}
