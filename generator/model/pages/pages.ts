import { isSuccessKey, type OperationDescriptor, type ParameterDescriptor } from '@concordat/runtime/http'
import type { OperationObject, PageableObject, PaginationObject } from '../../document/document.ts'
import type { ProblemAtPointer } from '../../errors/problem-at-pointer.ts'
import { provePages } from './prove-pages.ts'
import { readStatedPages } from './stated-pages.ts'
import type { Paging, PagingReaders } from './subject.ts'

export type { Paging } from './subject.ts'

/**
 * Returns an operation's paging: as stated by `x-pagination` or, if the schemas contain its properties, by
 * `x-ms-pageable`; otherwise as proved by the schemas.
 * @returns `undefined` for an operation without pages.
 */
export function operationPaging(
  operation: OperationDescriptor,
  {
    'x-pagination': stated,
    'x-ms-pageable': pageable,
  }: Pick<OperationObject, 'x-pagination' | 'x-ms-pageable'>,
  {
    readers,
    report,
    prose,
  }: {
    readonly readers: PagingReaders
    readonly report: (finding: ProblemAtPointer) => void
    /** Descriptions of the operation, its parameters and its success responses. */
    readonly prose: () => string
  },
): Paging | undefined {
  if (stated === false) return undefined
  if (typeof stated === 'object') return readStatedPages(operation, stated, { readers, report })
  const said = operation.method === 'GET' && pageable && statedBy(pageable)
  // A mismatch is not reported, because AutoRest uses this extension to configure clients rather than to
  // describe responses.
  const paging = said && readStatedPages(operation, said, { readers, report: () => {} })
  return paging || provePages(operation, { readers, prose })
}

/** Converts `x-ms-pageable` to `x-pagination`; `undefined` if all items are returned at once. */
function statedBy({ nextLinkName, itemName }: PageableObject): PaginationObject | undefined {
  if (typeof nextLinkName !== 'string') return undefined
  const items = typeof itemName === 'string' ? itemName : 'value'
  return { items: items.split('.'), next: { from: 'body', path: nextLinkName.split('.') } }
}

/** Descriptions of an operation, its parameters and its success responses. */
export function pagingProse(
  { summary, description, responses = {} }: OperationObject,
  { parameters = [] }: OperationDescriptor,
  notes: ReadonlyMap<ParameterDescriptor, { readonly description?: string }>,
): string {
  const success = Object.entries(responses).flatMap(([status, response]) =>
    isSuccessKey(status, Object.keys(responses)) && 'description' in response ? [response.description] : [],
  )
  const texts = [summary, description, ...parameters.map((each) => notes.get(each)?.description), ...success]
  return texts.filter((text) => typeof text === 'string').join('\n')
}
