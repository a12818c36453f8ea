import { type DocumentDescriptor, isSafe, resourcePath } from '@concordat/runtime/http'
import { isOwn, type Place, templatesOf } from '../document/place.ts'
import { namesOwnItem } from '../document/resource-lookup.ts'
import type { RequestPlan } from '../exchange/request.ts'
import { NotRun } from '../outcome/not-run.ts'

export interface ProvenanceOptions {
  readonly document: DocumentDescriptor
  /** Whether items that the run did not create may be changed. */
  readonly changeExisting: boolean
}

/** Knows which items were there before the run, and lets no request change them. */
export class Provenance {
  readonly #options: ProvenanceOptions
  /** Paths of existing items, values filled in; those that a person named are in the second one as well. */
  readonly #existing = new Set<string>()
  readonly #configured = new Set<string>()
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
      if (value.origin === 'configured') this.#configured.add(address)
      if (value.origin === 'expendable') this.#expendable.add(address)
    }
  }

  /**
   * A request that writes may go to what the run created or was given to be used up, and to ids that nothing has. POST may go below an existing item
   * as well, where it creates something of its own, and to a whole collection below an item that a person named: there it
   * computes something, or works on what the person gave for it. Undocumented methods of a path without an id get a 405.
   * @throws NotRun for a request that would change or delete what was there before.
   */
  guard({ operation, method = operation.method, path = {} }: RequestPlan): void {
    if (isSafe(method) || !this.#actsOnExisting({ operation, method, path })) return
    const what = `${method} ${operation.path} would`
    if (method === 'DELETE' || (operation.resource?.role === 'delete' && method === operation.method))
      throw new NotRun(`${what} delete what the run did not create`)
    if (!this.#options.changeExisting)
      throw new NotRun(`${what} change what the run did not create; allow it with --change-existing`)
  }

  #actsOnExisting({
    operation,
    method,
    path: values,
  }: Required<Pick<RequestPlan, 'operation' | 'method' | 'path'>>): boolean {
    const { resource } = operation
    const template = resourcePath(operation.path).replaceAll('{+', '{')
    const last = templatesOf(template).at(-1)
    const isBelow = last === undefined || !template.endsWith(`{${last.name}}`)
    if (method === 'POST' && isBelow && resource?.role !== 'action') return false
    const address = last && addressOf(template, last.name, values)
    const exists = address !== undefined && this.#existing.has(address) && !this.#expendable.has(address)
    if (last !== undefined && namesOwnItem(this.#options.document, operation, last)) return exists
    if (method !== operation.method) return method === 'DELETE' && (address === undefined || exists)
    if (address === undefined) return true
    return exists && !(method === 'POST' && this.#configured.has(address))
  }
}

/** The path up to the end of a template, values filled in. */
function addressOf(path: string, name: string, values: Readonly<Record<string, string>>): string {
  const end = path.indexOf(`{${name}}`) + name.length + 2
  return path.slice(0, end).replace(/\{([^{}]*)\}/g, (_, inner: string) => `{${values[inner] ?? ''}}`)
}
