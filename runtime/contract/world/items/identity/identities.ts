import type { DocumentDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { valueAt } from '@concordat/runtime/json'
import {
  identifierInPath,
  itemIdOf,
  itemNameInLink,
  itemNameInList,
  itemNameOf,
} from '../../../data/document/identifier.ts'
import { bindNamedItem, type PathBinding } from '../../../data/document/path-binding.ts'
import { operationById } from '../../../data/document/resource-lookup.ts'
import { isSuccess } from '../../../data/exchange/answer.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import { hasUniqueText } from '../../../data/exchange/texts.ts'
import type { RequestFactory } from '../../requests/request-factory.ts'
import type { Middleware } from '../guard/middleware.ts'
import { identifierCandidates } from './candidates.ts'
import type { LearntNames } from './learnt-names.ts'

export interface IdentitiesOptions {
  readonly document: DocumentDescriptor
  /** The run's store of learnt names. */
  readonly learnt: LearntNames
  readonly requests: RequestFactory
  readonly middleware: Middleware
}

/** An item as a server showed it, the path binding above it, and credentials that are allowed to read it. */
export interface ShownItem extends Pick<RequestPlan, 'authentication'> {
  readonly value: unknown
  readonly above: PathBinding
}

/** A name that is tried in a request for an item. */
interface Tried {
  readonly text: string
  /**
   * The string that the response must show, because `text`, which is only a part of it, may also be another
   * item's name.
   */
  readonly shown?: string
}

/** Maximum number of properties of the first item that are tried as its name. */
const MAX_TRIES = 6

/**
 * Determines which property of an item identifies it in paths. Documents do not state this, and path
 * parameters can mislead: a widget at `/widgets/{widget}` can be identified by its `id` although it also has
 * a `name`. Therefore the first item is requested with one property's value after another. The property that
 * finds it identifies the resource's items from then on.
 */
export class Identities {
  readonly #options: IdentitiesOptions
  /** By the resource's name. */
  readonly #trials = new Map<string, Promise<void>>()

  constructor(options: IdentitiesOptions) {
    this.#options = options
  }

  /** Returns the item's name in paths; `undefined` if no property can be the name. */
  async identify(resource: ResourceDescriptor, shown: ShownItem): Promise<string | undefined> {
    if (isUncertain(resource)) {
      const candidates = this.#candidates(resource, shown.value)
      // If the value is an envelope, none of its properties can identify the item, and its content is
      // examined later.
      const trial =
        this.#trials.get(resource.name) ??
        (candidates.length === 0 ? undefined : this.#try(resource, { ...shown, candidates }))
      if (trial !== undefined) this.#trials.set(resource.name, trial)
      await trial
    }
    return itemIdOf(resource, shown.value)
  }

  /**
   * Determines which property identifies items: the one whose value is the id from the Location, link or
   * read. A property with another value is excluded, unless the document declares it.
   */
  learn(resource: ResourceDescriptor, value: unknown, id: string): void {
    const { document, learnt } = this.#options
    const likely = isUncertain(resource) ? itemNameOf(resource) : undefined
    const shown = likely && identifierInPath(valueAt(value, likely.path))
    if (likely !== undefined && shown === id)
      learnt.learn(resource, [{ path: likely.path, isBelowCollection: false }])
    if (itemIdOf(resource, value) === id) return
    const members = identifierCandidates(document, resource, value)
    const member = members.find(({ text }) => text === id)
    const above = members.find(({ below }) => below === id)
    if (member !== undefined) learnt.learn(resource, [{ path: member.path, isBelowCollection: false }])
    else if (above !== undefined) learnt.learn(resource, [{ path: above.path, isBelowCollection: true }])
    else if (nameBeside(resource, value) === id || shown !== undefined) learnt.learn(resource, [])
  }

  /** Returns possible names of an item, most likely first. */
  #candidates(resource: ResourceDescriptor, value: unknown): readonly Tried[] {
    const listed = nameBeside(resource, value)
    const members = identifierCandidates(this.#options.document, resource, value).flatMap(
      ({ text, below }): Tried[] =>
        below === undefined ? [{ text }] : [{ text: below, shown: text }, { text }],
    )
    return (listed === undefined ? members : [{ text: listed }, ...members]).slice(0, MAX_TRIES)
  }

  async #try(
    resource: ResourceDescriptor,
    { value, above, candidates, ...reader }: ShownItem & { readonly candidates: readonly Tried[] },
  ): Promise<void> {
    const { document, requests, middleware, learnt } = this.#options
    const read = operationById(document, resource.operations.read)
    const id = itemIdOf(resource, value)
    const name = id === undefined ? undefined : itemNameOf(resource)
    if (name !== undefined && candidates.every(({ text }) => text === id))
      return learnt.learn(resource, [{ ...name, certainty: 'stated' }])
    if (read === undefined && name === undefined) this.learn(resource, value, candidates[0]?.text ?? '')
    if (read === undefined) return
    for (const { text, shown } of candidates) {
      const name = { text, origin: 'discovered' } as const
      const binding = bindNamedItem(above, resource, { name, value })
      const answer = await middleware.send({ ...requests.best(read, binding), ...reader })
      if (!isSuccess(answer) || (shown !== undefined && !hasUniqueText(answer.value, new Set([shown]))))
        continue
      // Learns from both values, because the response to a create can show the identifier under a different
      // name than a read.
      this.learn(resource, answer.value, text)
      this.learn(resource, value, text)
      return
    }
  }
}

/**
 * Returns a name that is not among the item's own properties: its name in a list, or the end of its link to
 * itself.
 */
function nameBeside({ collection }: ResourceDescriptor, value: unknown): string | undefined {
  return itemNameInList(value) ?? itemNameInLink(collection, value)
}

/** True if neither the document nor the run has established for certain which property names the items. */
function isUncertain({ names: [name] = [] }: ResourceDescriptor): boolean {
  return name === undefined || name.certainty !== undefined
}
