import { type DocumentDescriptor, isSafe, operationAsWritten, resourcePath } from '@concordat/runtime/http'
import { canNameItsItem } from '../../../data/address/as-sent.ts'
import {
  type BoundValue,
  isOthersValue,
  isOwnValue,
  type PathValues,
  pathTemplates,
} from '../../../data/document/path-binding.ts'
import { createsItems, namesOwnItem } from '../../../data/document/resource-lookup.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import type { Reason } from '../../../data/outcome/kinds/reason.ts'
import { newNames } from '../../../lexicon/lexicon.ts'
import { itemLinkedTo } from './links.ts'
import { actsOnParentItem, type Permission, type PermissionObjection } from './permission.ts'

interface ItemGuardOptions {
  readonly document: DocumentDescriptor
  /** True if the run may change items that it did not create. */
  readonly changeExisting: boolean
  readonly permission: Permission
}

/** The parts of a request that matter: its method, and the items in its path. */
interface Request {
  readonly operation: RequestPlan['operation']
  readonly method: string
  /** True if the document has this method at this path. */
  readonly isDocumented: boolean
  readonly path: PathValues
  /** Values of the path in order, `undefined` for a template without one. */
  readonly values: readonly (BoundValue | undefined)[]
  /** True if the path continues after its last template. */
  readonly isBelow: boolean
}

function requestOf({ operation: asked, method = asked.method, path = {} }: RequestPlan): Request {
  // Another method acts on the item that the path by itself names.
  const operation = method === asked.method ? asked : operationAsWritten(asked)
  const template = resourcePath(operation.path)
  return {
    ...{ operation, method, path },
    isDocumented: method === operation.method,
    values: pathTemplates(template).map(({ name }) => path[name]),
    isBelow: !template.endsWith('}'),
  }
}

/** Lets no request change an item that existed before the run, by the origins of the values in its path. */
export class ItemGuard {
  readonly #options: ItemGuardOptions

  constructor(options: ItemGuardOptions) {
    this.#options = options
  }

  /**
   * A write is allowed on items that the run created or may use up, on ids that do not exist, and where it
   * creates its own item. Anything else needs permission.
   * @returns the objection to a request that would change or delete what existed before.
   */
  objectionTo(plan: RequestPlan): Reason | undefined {
    const request = requestOf(plan)
    const { operation, isDocumented } = request
    if (isDocumented && this.#options.permission.skips(operation))
      return { kind: 'skipped', operation: operation.operationId }
    // Without the name of an item, a server may change the first one, or all.
    const isOfAny = !isSafe(request.method) && !canNameItsItem(plan)
    return isOfAny && !this.#options.permission.isDisposable
      ? this.#refusalOfChange(request)
      : this.#refusal(request)
  }

  #refusal(request: Request): Reason | undefined {
    const linked = this.#linksExisting(request)
    if (linked !== undefined) return linked
    if (!isSafe(request.method) && this.#changesExisting(request)) return this.#refusalOfChange(request)
    return this.#objection(request)
  }

  #objection({ operation, method, isDocumented, values, isBelow }: Request): PermissionObjection | undefined {
    const { document, permission } = this.#options
    const isOfDocument = isDocumented || (method === 'HEAD' && operation.method === 'GET')
    if (values.some(isOwnValue)) return isOfDocument ? permission.objectionToOwn(operation) : undefined
    const isNamed = !isBelow && isOfDocument && createsItems(document, operation)
    const above = isNamed ? values.slice(0, -1) : values
    if (above.length > 0 && !isOthersValue(above.at(-1))) return undefined
    if (isOfDocument) return permission.objection(operation)
    if (isSafe(method) || permission.isDisposable) return undefined
    return {
      kind: 'left alone',
      operation: operation.operationId,
      danger: { kind: 'undocumented method', word: method },
      setting: '--disposable',
      isBreakable: true,
    }
  }

  #refusalOfChange({ operation, method, isDocumented, values }: Request): Reason | undefined {
    const { operationId } = operation
    const { path } = operationAsWritten(operation)
    if (method === 'DELETE' || (operation.resource?.role === 'delete' && isDocumented)) {
      const isOfAll = isDocumented && values.length === 0
      return {
        ...{ kind: 'would delete', method, path, operation: operationId },
        ...(isOfAll && { setting: '--allow' }),
      }
    }
    return this.#options.changeExisting
      ? undefined
      : { kind: 'would change', method, path, setting: '--change-existing' }
  }

  /** Why a request must not link something to an item that existed before. */
  #linksExisting({ operation, method, isDocumented, path }: Request): Reason | undefined {
    const { document, changeExisting } = this.#options
    if (isSafe(method) || changeExisting || !isDocumented) return undefined
    const linked = itemLinkedTo(document, operation)
    const value = linked && path[linked.name]
    return linked !== undefined && isOthersValue(value) && value?.origin !== 'configured'
      ? {
          ...{ kind: 'would change', method, path: operation.path, template: linked.name },
          setting: '--change-existing',
        }
      : undefined
  }

  /** True if a write would change what existed before the run. */
  #changesExisting(request: Request): boolean {
    const { operation, method, isDocumented, isBelow, values } = request
    if (isDocumented && isBelow && this.#options.permission.isAllowed(operation)) return false
    if (isDocumented && actsOnParentItem(operation) && values.slice(0, -1).some(isOthersValue)) return true
    const createsBelow = method === 'POST' && isBelow && operation.resource?.role !== 'action'
    return !createsBelow && this.#changesLast(request)
  }

  /** `#changesExisting` by the last value of the path only. */
  #changesLast({ operation, method, isDocumented, values }: Request): boolean {
    const last = pathTemplates(resourcePath(operation.path)).at(-1)
    const value = values.at(-1)
    const exists = isOthersValue(value)
    // The value is a new name for an item, and does not identify one.
    if (last !== undefined && newNames.has(last.name)) return !values.slice(0, -1).some(isOwnValue)
    if (last !== undefined && namesOwnItem(this.#options.document, operation, last)) return exists
    if (!isDocumented) return method === 'DELETE' && (last === undefined || exists)
    // A POST to a path without an item does not change an item: `Permission` decides.
    if (last === undefined) return method !== 'POST'
    return exists && !(method === 'POST' && value?.origin === 'configured')
  }
}
