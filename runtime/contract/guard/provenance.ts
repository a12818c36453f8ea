import { type DocumentDescriptor, isSafe, resourcePath } from '@concordat/runtime/http'
import { isOwn, type Place, templatesOf } from '../document/place.ts'
import { creates, namesOwnItem } from '../document/resource-lookup.ts'
import type { RequestPlan } from '../exchange/request.ts'
import { NotRun } from '../outcome/not-run.ts'
import type { Reason } from '../outcome/reason.ts'
import { linkedItem } from './links.ts'
import { actsAbove, type Objection, type Permission } from './permission.ts'

export interface ProvenanceOptions {
  readonly document: DocumentDescriptor
  /** Whether items that the run did not create may be changed. */
  readonly changeExisting: boolean
  readonly permission: Permission
}

type Request = Required<Pick<RequestPlan, 'operation' | 'method' | 'path'>>

/** Knows which items were there before the run, and lets no request change them. */
export class Provenance {
  readonly #options: ProvenanceOptions
  /** Paths of existing items, values filled in; those that a person named are in the second one as well. */
  readonly #existing = new Set<string>()
  readonly #configured = new Set<string>()
  /** Paths of items that the run made. */
  readonly #own = new Set<string>()
  /** Paths of items that a person handed over to be used up, wherever else the run may have met them. */
  readonly #expendable = new Set<string>()

  constructor(options: ProvenanceOptions) {
    this.#options = options
  }

  /** Takes note of where the values of a path come from. */
  note(path: string, place: Place): void {
    const values: Record<string, string> = {}
    for (const { name, key } of templatesOf(path)) {
      const value = place.get(key)
      if (value === undefined) return
      values[name] = value.text
      const address = addressOf(path.replaceAll('{+', '{'), name, values)
      if (!isOwn(value) && value.origin !== 'unknown') this.#existing.add(address)
      if (isOwn(value)) this.#own.add(address)
      if (value.origin === 'configured') this.#configured.add(address)
      if (value.origin === 'expendable') this.#expendable.add(address)
    }
  }

  /**
   * A request that writes may go to what the run created or was given to be used up, to ids that nothing has, and to where it
   * creates something of its own. Anything else has to be allowed.
   * @throws NotRun for a request that would change or delete what was there before.
   */
  guard(plan: RequestPlan): void {
    const refusal = this.#refusal(plan)
    if (refusal !== undefined) throw new NotRun(refusal)
  }

  /** Whether a request would go through. */
  allows(plan: RequestPlan): boolean {
    return this.#refusal(plan) === undefined
  }

  #refusal({ operation, method = operation.method, path = {} }: RequestPlan): Reason | undefined {
    const request = { operation, method, path }
    const linked = this.#linksExisting(request)
    if (linked !== undefined) return linked
    if (!isSafe(method) && this.#actsOnExisting(request)) return this.#refusalOfChange(request)
    return this.#objection(request)
  }

  #objection(request: Request): Objection | undefined {
    const { operation, method, path: values } = request
    const { document, permission } = this.#options
    const asks = method === 'HEAD' ? 'GET' : method
    const isDocumented = method === operation.method || asks === operation.method
    const template = resourcePath(operation.path).replaceAll('{+', '{')
    const addresses = templatesOf(template).map(({ name }) => addressOf(template, name, values))
    if (addresses.some((address) => this.#own.has(address)))
      return isDocumented ? permission.objectionToOwn(operation) : undefined
    const isNamed = template.endsWith('}') && isDocumented && creates(document, operation)
    const last = isNamed ? addresses.at(-2) : addresses.at(-1)
    if (last !== undefined && !this.#existing.has(last)) return undefined
    if (isDocumented) return permission.objection(operation)
    if (isSafe(method) || permission.isDisposable) return undefined
    return {
      kind: 'left alone',
      operation: operation.operationId,
      why: `the document does not have the method ${method} there`,
      setting: '--disposable',
      isBreakable: true,
    }
  }

  #refusalOfChange({ operation, method }: Request): Reason | undefined {
    const { path } = operation
    if (method === 'DELETE' || (operation.resource?.role === 'delete' && method === operation.method)) {
      const isOfAll = method === operation.method && templatesOf(operation.path).length === 0
      return {
        ...{ kind: 'would delete', method, path, operation: operation.operationId },
        ...(isOfAll && { setting: '--allow' }),
      }
    }
    return this.#options.changeExisting
      ? undefined
      : { kind: 'would change', method, path, setting: '--change-existing' }
  }

  /** Why a request does not write to what was there before, by linking something to it. */
  #linksExisting({ operation, method, path: values }: Request): Reason | undefined {
    const { document, changeExisting } = this.#options
    if (isSafe(method) || changeExisting || method !== operation.method) return undefined
    const linked = linkedItem(document, operation)
    if (linked === undefined) return undefined
    const address = addressOf(resourcePath(operation.path).replaceAll('{+', '{'), linked.name, values)
    return this.#isOfOthers(address) && !this.#configured.has(address)
      ? {
          ...{ kind: 'would change', method, path: operation.path, template: linked.name },
          setting: '--change-existing',
        }
      : undefined
  }

  /** Whether what an address names was there before the run, and nobody lets the run use it up. */
  #isOfOthers(address: string): boolean {
    return this.#existing.has(address) && !this.#expendable.has(address)
  }

  #actsOnExisting({ operation, method, path: values }: Request): boolean {
    const { resource } = operation
    const template = resourcePath(operation.path).replaceAll('{+', '{')
    const last = templatesOf(template).at(-1)
    const isBelow = last === undefined || !template.endsWith(`{${last.name}}`)
    const isDocumented = method === operation.method
    if (isDocumented && isBelow && this.#options.permission.isAllowed(operation)) return false
    if (isDocumented && actsAbove(operation) && this.#standsBelowExisting(template, values)) return true
    if (method === 'POST' && isBelow && resource?.role !== 'action') return false
    const address = last && addressOf(template, last.name, values)
    const exists = address !== undefined && this.#isOfOthers(address)
    if (last !== undefined && namesOwnItem(this.#options.document, operation, last)) return exists
    if (!isDocumented) return method === 'DELETE' && (address === undefined || exists)
    // A POST to a path without an item does not change an item: the permission decides.
    if (address === undefined) return method !== 'POST'
    return exists && !(method === 'POST' && this.#configured.has(address))
  }

  /** Whether what the last template names stands below something that was there before. */
  #standsBelowExisting(template: string, values: Request['path']): boolean {
    return templatesOf(template)
      .slice(0, -1)
      .map(({ name }) => addressOf(template, name, values))
      .some((address) => this.#isOfOthers(address))
  }
}

/** The path up to the end of a template, values filled in. */
function addressOf(path: string, name: string, values: Readonly<Record<string, string>>): string {
  const end = path.indexOf(`{${name}}`) + name.length + 2
  return path.slice(0, end).replace(/\{([^{}]*)\}/g, (_, inner: string) => `{${values[inner] ?? ''}}`)
}
