import { type DocumentDescriptor, isSafe, operationAsWritten, resourcePath } from '@concordat/runtime/http'
import { canNameItemOutsidePath } from '../../../data/address/as-sent.ts'
import {
  type BoundValue,
  blankPath,
  isOthersValue,
  isOwnValue,
  type PathValues,
  pathTemplates,
  type Template,
} from '../../../data/document/path-binding.ts'
import {
  createsItems,
  findResource,
  isTemplateOfOwnItem,
  operationBeside,
  operationById,
} from '../../../data/document/resource-lookup.ts'
import { shownProperties } from '../../../data/document/shown.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import type { Reason } from '../../../data/outcome/kinds/reason.ts'
import { newNames } from '../../../lexicon/lexicon.ts'
import { guardedLinkTarget } from './links.ts'
import { namedOfOthers } from './named-of-others.ts'
import { isWriteToParentItem, type Permission, type PermissionObjection } from './permission.ts'

interface ItemGuardOptions {
  readonly document: DocumentDescriptor
  /** True if the run is allowed to change items that it did not create. */
  readonly changeExisting: boolean
  readonly permission: Permission
  /** True if a create's body names an item that existed before the run. */
  readonly namesExisting?: (plan: RequestPlan) => boolean
}

/** The parts of a request that determine whether it is allowed: its method, and the items in its path. */
interface Request {
  readonly operation: RequestPlan['operation']
  readonly method: string
  /** True if the document has this method for this path. */
  readonly isDocumented: boolean
  readonly path: PathValues
  /** The path's templates in order, up to the last one that names an item. */
  readonly templates: readonly Template[]
  /** The values of these templates; `undefined` for a template without a value. */
  readonly values: readonly (BoundValue | undefined)[]
  /** True if the path continues after the last of these templates. */
  readonly isBelow: boolean
}

function requestOf(
  { operation: asked, method = asked.method, path = {} }: RequestPlan,
  document: DocumentDescriptor,
): Request {
  // For an undocumented method, uses the operation as written, because the method acts on the item that the
  // path identifies.
  const operation = method === asked.method ? asked : operationAsWritten(asked)
  const template = resourcePath(operation.path)
  const templates = untilItem(pathTemplates(template), document)
  return {
    ...{ operation, method, path, templates },
    isDocumented: method === operation.method,
    values: templates.map(({ name }) => path[name]),
    isBelow: !template.endsWith('}') || templates.length < pathTemplates(template).length,
  }
}

/**
 * Returns the templates up to the last one that identifies an existing or new item, because "{makeAdmin}"
 * after "/users/{id}" is only an argument. Returns all templates if none identifies an item.
 */
function untilItem(templates: readonly Template[], document: DocumentDescriptor): readonly Template[] {
  const last = templates.findLastIndex(
    (each) => newNames.has(each.name) || findResource(document, each) !== undefined,
  )
  return last < 0 ? templates : templates.slice(0, last + 1)
}

/** True if an operation's response has all properties that a read of its item shows. */
function showsItsItem(document: DocumentDescriptor, operation: Request['operation']): boolean {
  const read = operationBeside(document, operation, 'read')
  const shown = read === undefined ? [] : [...shownProperties(read, document).keys()]
  const own = shownProperties(operation, document)
  return shown.length > 0 && shown.every((name) => own.has(name))
}

/**
 * Prevents requests from changing items that existed before the run, judging by the origins of the values
 * that they contain.
 */
export class ItemGuard {
  readonly #options: ItemGuardOptions

  constructor(options: ItemGuardOptions) {
    this.#options = options
  }

  /**
   * Checks a request. A write is allowed if it acts on items that the run created or is allowed to use up, if
   * it acts on ids that do not exist, or if it creates its own item. All other writes need permission.
   * @returns the objection to the request; `undefined` if it is allowed.
   */
  objectionTo(plan: RequestPlan): Reason | undefined {
    const request = requestOf(plan, this.#options.document)
    const { operation, method, isDocumented } = request
    if (this.#options.permission.forbidsMethod(method)) return { kind: 'reads only', method }
    if (isDocumented && this.#options.permission.skips(operation))
      return { kind: 'skipped', operation: operation.operationId }
    if (!this.#options.changeExisting && this.#options.namesExisting?.(plan) === true)
      return this.#refusalOfChange(request)
    // A request that does not identify an item is treated as a change, because a server might change the
    // first item, or all items.
    const isOfAny = !isSafe(request.method) && !canNameItemOutsidePath(plan)
    return isOfAny && !this.#options.permission.isDisposable
      ? this.#refusalOfChange(request)
      : (this.#refusal(request) ?? this.#namesExisting(plan, request))
  }

  #refusal(request: Request): Reason | undefined {
    const related = this.#linksExisting(request) ?? this.#createsBelowExisting(request)
    if (related !== undefined) return related
    if (!isSafe(request.method) && this.#changesExisting(request)) return this.#refusalOfChange(request)
    return this.#objection(request)
  }

  #objection({ operation, method, isDocumented, values, isBelow }: Request): PermissionObjection | undefined {
    const { document, permission } = this.#options
    const isOfDocument = isDocumented || (method === 'HEAD' && operation.method === 'GET')
    if (values.some(isOwnValue)) return isOfDocument ? permission.objectionToOwn(operation) : undefined
    const isNamed = !isBelow && isOfDocument && createsItems(document, operation)
    const above = isNamed ? values.slice(0, -1) : values
    if (above.length > 0 && !isOthersValue(above.at(-1)))
      return isOfDocument ? permission.objectionToAbsent(operation) : undefined
    if (isOfDocument) return permission.objection(operation)
    return permission.isDisposable ? undefined : this.#objectionToUndocumented(operation, method)
  }

  /** Explains why a method that the document lacks at an operation's path must not be sent. */
  #objectionToUndocumented(operation: Request['operation'], method: string): PermissionObjection | undefined {
    if (isSafe(method)) {
      // Some servers treat GET like the write that they document at the path.
      const objection = method === 'GET' ? this.#options.permission.objection(operation) : undefined
      return objection?.danger.kind === 'makes nothing shown' ? undefined : objection
    }
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
    const written = operationAsWritten(operation)
    const sent = { method: isDocumented ? written.method : method, path: written.path }
    if (method === 'DELETE' || (operation.resource?.role === 'delete' && isDocumented)) {
      const isOfAll = isDocumented && values.length === 0
      return {
        ...{ kind: 'would delete', ...sent, operation: operationId },
        ...(isOfAll && { setting: '--allow' }),
      }
    }
    return this.#options.changeExisting
      ? undefined
      : { kind: 'would change', ...sent, setting: '--change-existing' }
  }

  /** Explains why a request must not link something to an item that existed before the run. */
  #linksExisting({ operation, method, isDocumented, path }: Request): Reason | undefined {
    const { document, changeExisting } = this.#options
    if (isSafe(method) || changeExisting || !isDocumented) return undefined
    const linked = guardedLinkTarget(document, operation)
    const value = linked && path[linked.name]
    return linked !== undefined && isOthersValue(value) && value?.origin !== 'configured'
      ? {
          ...{ kind: 'would change', method, path: operation.path, template: linked.name },
          setting: '--change-existing',
        }
      : undefined
  }

  /**
   * Explains why a request must not create an item below another user's item if the run could have created
   * such a parent itself, but failed to. Two kinds of parents are allowed: one that a user configured, and
   * one that no operation creates, because no other is available.
   */
  #createsBelowExisting(request: Request): Reason | undefined {
    const { operation, method, isBelow, templates, values } = request
    const { permission, changeExisting } = this.#options
    if (changeExisting || permission.allowsAnyItem(operation) || !this.#mayCreate(request)) return undefined
    const at = values.length - (isBelow ? 1 : 2)
    const [template, value] = [templates[at], values[at]]
    const isTheirs = isOthersValue(value) && value?.origin !== 'configured'
    return template !== undefined && isTheirs && this.#isMakeable(template)
      ? {
          ...{ kind: 'would change', method, path: operation.path, template: template.name },
          setting: '--change-existing',
        }
      : undefined
  }

  /**
   * True if a request is allowed to create an item, also one with the made-up name in its path. Because an
   * undocumented request has an unknown effect, it is allowed only if the server is allowed to be damaged.
   * @see RFC 9110, 9.3.4; RFC 5789, 2
   */
  #mayCreate({ operation, method, isDocumented, isBelow, values }: Request): boolean {
    const { document, permission } = this.#options
    if (isSafe(method)) return false
    if (!isDocumented) return permission.isDisposable && method !== 'DELETE'
    if (isBelow) return method === 'POST' && operation.resource?.role !== 'action'
    const isMadeUp = method !== 'DELETE' && values.at(-1)?.origin === 'unknown'
    return isMadeUp || createsItems(document, operation)
  }

  /** True if the run is allowed to create items that a template can identify. */
  #isMakeable(template: Template): boolean {
    const { document, permission } = this.#options
    const create = operationById(document, findResource(document, template)?.operations.create)
    return create !== undefined && permission.objection(create) === undefined && !permission.skips(create)
  }

  /**
   * Explains why a write must not act on an item that existed before the run and that only the write's body
   * or query identifies.
   */
  #namesExisting(plan: RequestPlan, { operation, method, isDocumented }: Request): Reason | undefined {
    const { document, changeExisting, permission } = this.#options
    if (isSafe(method) || changeExisting || !isDocumented || permission.allowsAnyItem(operation))
      return undefined
    const name = namedOfOthers(plan, document)
    return name === undefined
      ? undefined
      : {
          ...{ kind: 'would change', method, path: operationAsWritten(operation).path, template: name },
          setting: '--change-existing',
        }
  }

  #changesExisting(request: Request): boolean {
    const { operation, method, isDocumented, isBelow } = request
    if (isDocumented && isBelow && this.#isAllowed(request)) return false
    if (isDocumented && isWriteToParentItem(operation) && this.#hasOthersAbove(request)) return true
    const createsBelow = method === 'POST' && isBelow && operation.resource?.role !== 'action'
    return !createsBelow && this.#changesLast(request)
  }

  /**
   * True if an item above the last one is another user's. A configured one that the document has no write for
   * is not counted if the action's response is the item below, which is what the action then changes.
   */
  #hasOthersAbove({ operation, templates, values }: Request): boolean {
    const { document } = this.#options
    const isOfItem = showsItsItem(document, operation)
    return templates.slice(0, -1).some((template, index) => {
      const value = values[index]
      const { create, update, replace, delete: remove } = findResource(document, template)?.operations ?? {}
      const isWritten = [create, update, replace, remove].some((each) => each !== undefined)
      return isOthersValue(value) && (isWritten || !isOfItem || value?.origin !== 'configured')
    })
  }

  /**
   * True if the operation is allowed for any item, or if the server is allowed to be damaged and the path
   * leads to no items.
   */
  #isAllowed({ operation, values }: Request): boolean {
    const { permission, document } = this.#options
    const isOfItems =
      values.length > 0 ||
      document.resources.some(({ collection }) => blankPath(collection) === blankPath(operation.path))
    return permission.allowsAnyItem(operation) || (permission.isDisposable && !isOfItems)
  }

  /** Decides like `#changesExisting`, but judges mainly by the last value in the path. */
  #changesLast({ operation, method, isDocumented, templates, values }: Request): boolean {
    const last = templates.at(-1)
    const value = values.at(-1)
    const exists = isOthersValue(value)
    // The value is a new name, which does not identify an existing item.
    if (last !== undefined && newNames.has(last.name)) return !values.slice(0, -1).some(isOwnValue)
    if (last !== undefined && isTemplateOfOwnItem(this.#options.document, operation, last)) return exists
    if (!isDocumented)
      return method === 'DELETE'
        ? last === undefined || exists
        : exists && this.#options.permission.isDisposable
    // A POST to a path without an item does not change an item. `Permission` decides whether it is allowed.
    if (last === undefined) return method !== 'POST'
    return exists && !(method === 'POST' && value?.origin === 'configured')
  }
}
