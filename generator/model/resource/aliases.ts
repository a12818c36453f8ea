import { unversionedPath } from '@concordat/contract/lexicon'
import {
  type AddressedDescriptor,
  type OperationDescriptor,
  type ParameterDescriptor,
  resourcePath,
} from '@concordat/runtime/http'
import { blankDraftPath, type ResourceDraft, WHOLE_TEMPLATE } from './draft.ts'

/** The collections of a document. */
export interface DistinctDrafts {
  readonly distinct: readonly ResourceDraft[]
  /** Returns the collection whose items are at a path that differs only by a version. */
  aliasedBy(blankPath: string): ResourceDraft | undefined
}

/**
 * Finds collections that are at several paths, such as "/v1/orders" and "/v2/orders" or "/api/orders". If
 * something creates the items of only one of them, the others are the same items at other paths, whose
 * operations act on items of that one.
 */
export function distinctDrafts(drafts: readonly ResourceDraft[]): DistinctDrafts {
  const making = drafts.filter((draft) => isMaking(draft) && draft.items.length > 0)
  const byPath = new Map(making.map((draft) => [unversionedPath(draft.blankPath), draft]))
  const aliasedBy = (blankPath: string): ResourceDraft | undefined => {
    const path = unversionedPath(blankPath)
    return path === undefined ? undefined : byPath.get(path)
  }
  const isAlias = (draft: ResourceDraft): boolean =>
    !isMaking(draft) && draft.items.length > 0 && aliasedBy(draft.blankPath) !== undefined
  return { distinct: drafts.filter((draft) => !isAlias(draft)), aliasedBy }
}

/** A PUT to an item's path may only replace what a POST elsewhere creates. */
function isMaking({ roles }: ResourceDraft): boolean {
  return roles.get('create')?.method === 'POST'
}

type PathAddress = [OperationDescriptor, AddressedDescriptor]

/** Addresses of operations whose path is another way to write the path of a collection or an item. */
export function pathAddresses(
  operations: readonly OperationDescriptor[],
): ReadonlyMap<OperationDescriptor, AddressedDescriptor> {
  const taken = new Set(operations.map(({ method, path }) => `${method} ${blankDraftPath(path)}`))
  return new Map([
    ...operations.flatMap((operation) => addressByFormat(operation, operations, taken)),
    ...operations.flatMap((operation) => addressByKind(operation, taken)),
  ])
}

/**
 * The address of a read whose path ends with a format: "GET /boats/json" is treated as "GET /boats", and "GET
 * /boats/{id}/json" as "GET /boats/{id}".
 */
function addressByFormat(
  operation: OperationDescriptor,
  operations: readonly OperationDescriptor[],
  taken: ReadonlySet<string>,
): readonly PathAddress[] {
  const { method, path } = operation
  const [, own = ''] = /^(.+)\/json$/i.exec(resourcePath(path)) ?? []
  const blank = blankDraftPath(own)
  const collection = blank.replace(/\/\{\}$/, '')
  const isBeside = operations.some((other) => {
    const at = blankDraftPath(other.path)
    return other !== operation && (`${at}/`.startsWith(`${blank}/`) || at === collection)
  })
  const isFree = own !== '' && method === 'GET' && !taken.has(`GET ${blank}`) && isBeside
  return isFree ? [[operation, { method, path: own, names: {} }]] : []
}

/**
 * The address of an operation whose path has a parameter that lists collections, before the name of an item:
 * "/{kind}/{id}/tags", with "files" as a `kind`, is treated as "/files/{id}/tags", because only the items of
 * "/files" have such an id.
 */
function addressByKind(operation: OperationDescriptor, taken: ReadonlySet<string>): readonly PathAddress[] {
  const isCollection = (path: string): boolean =>
    ['GET', 'POST'].every((method) => taken.has(`${method} ${path}`)) && taken.has(`GET ${path}/{}`)
  const { method, path, parameters = [] } = operation
  const segments = resourcePath(path).split('/')
  const isTemplate = (at: number): boolean => WHOLE_TEMPLATE.test(segments[at] ?? '')
  const at = segments.findIndex((_, index) => isTemplate(index) && isTemplate(index + 1))
  const name = WHOLE_TEMPLATE.exec(segments[at] ?? '')?.[1] ?? ''
  const kinds = listedTexts(parameters.find((each) => each.in === 'path' && each.name === name))
  const above = blankDraftPath(segments.slice(0, Math.max(at, 0)).join('/'))
  const kind = kinds.find((each) => isCollection(`${above}/${each}`))
  const own = kind === undefined ? '' : segments.with(at, kind).join('/')
  if (kind === undefined || taken.has(`${method} ${blankDraftPath(own)}`)) return []
  return [[operation, { method, path: own, names: {}, chosen: { [name]: kind } }]]
}

function listedTexts(parameter: ParameterDescriptor | undefined): readonly string[] {
  const { schema } = parameter ?? {}
  const values: readonly unknown[] = (typeof schema === 'object' ? schema.enum : undefined) ?? []
  return values.filter((value) => typeof value === 'string')
}
