import type { DocumentDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { extend, isMadeUp, type Place } from '../document/place.ts'
import { resourceOf } from '../document/resource-lookup.ts'
import { type Answer, isSuccess } from '../exchange/answer.ts'
import type { RequestPlan } from '../exchange/request.ts'
import type { Way } from '../guard/guarded-way.ts'
import type { CleanUp } from './clean-up.ts'
import type { Identities } from './identities.ts'
import type { Call, Item } from './item.ts'

export interface RecorderOptions {
  readonly document: DocumentDescriptor
  readonly way: Way
  readonly cleanUp: CleanUp
  readonly identities: Identities
}

/** The one door for requests that write: whoever sends, what was created is removed in the end, and what was deleted is not. */
export class Recorder {
  readonly #options: RecorderOptions

  constructor(options: RecorderOptions) {
    this.#options = options
  }

  /** Sends a request once, whatever is answered. @throws NotRun for one that is not let through. */
  async send(plan: RequestPlan, place: Place): Promise<Call> {
    const answer = await this.#options.way.send(plan)
    const call = { plan, answer, place }
    const created = await this.#record(call)
    return { ...call, ...(created && { created }) }
  }

  /**
   * A replacement of what nothing had the name of makes it. @see RFC 9110, 9.3.4
   * @returns The created item; `undefined` for other operations and when the answer has no identifier. */
  async #record({
    plan: { operation, method = operation.method },
    answer,
    place,
  }: Call): Promise<Item | undefined> {
    const { document, cleanUp } = this.#options
    const resource = resourceOf(document, operation.resource?.name)
    if (resource === undefined || !isSuccess(answer) || method !== operation.method) return undefined
    const { item: path } = resource
    const { role } = operation.resource ?? {}
    if (path !== undefined && role === 'delete') cleanUp.forget(path, place)
    if (path !== undefined && role === 'read') cleanUp.see(path, place)
    if (path !== undefined && role === 'replace' && isMadeUp(place))
      cleanUp.remember(path, { place, value: answer.value })
    if (role !== 'create') return undefined
    const id = path && (await this.#idOfCreated(resource, answer, place))
    if (path === undefined || id === undefined) {
      cleanUp.rememberUnnamed(`${method} ${new URL(answer.exchange.request.url).pathname}`)
      return undefined
    }
    const item = {
      resource,
      place: extend(place, path, { text: id, origin: 'created' }),
      value: answer.value,
    }
    cleanUp.remember(path, item)
    return item
  }

  /**
   * What names a created item in paths: the end of a Location below the collection, which is certain, before a member that
   * may. A Location that names the collection names no item. @see RFC 9110, 10.2.2
   */
  async #idOfCreated(
    resource: ResourceDescriptor,
    answer: Answer,
    above: Place,
  ): Promise<string | undefined> {
    const { identities } = this.#options
    const path = answer.headers.get('location')?.split(/[?#]/)[0]?.replace(/\/$/, '')
    const [parent, last] = path?.split('/').slice(-2) ?? []
    const located = last ? decodeURIComponent(last) : undefined
    const collection = resource.collection.split('/').at(-1)
    if (parent === collection && located !== undefined) {
      identities.learn(resource, answer.value, located)
      return located
    }
    const id = await identities.identify(resource, { value: answer.value, above })
    return id ?? (located === collection ? undefined : located)
  }
}
