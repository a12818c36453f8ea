import type { DocumentDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { cameOf, extend, idAt, isOwn, type Place, pathValues, templatesOf } from '../document/place.ts'
import { operationOf, resourceOf } from '../document/resource-lookup.ts'
import { isSuccess } from '../exchange/answer.ts'
import type { RequestPlan } from '../exchange/request.ts'
import type { Way } from '../guard/guarded-way.ts'
import type { RequestFactory } from '../requests/request-factory.ts'
import type { CleanUp } from './clean-up.ts'
import type { CreatedNames } from './identity/created-names.ts'
import type { Call } from './item.ts'
import type { SettledReads } from './way/settled-reads.ts'

export interface RecorderOptions {
  readonly document: DocumentDescriptor
  readonly way: Way
  readonly settled: Pick<SettledReads, 'noteMade'>
  readonly cleanUp: CleanUp
  readonly requests: RequestFactory
  readonly names: CreatedNames
  readonly wasThere: WasThere
}

/** Whether a list showed an item of this name before the run made anything: an answer that shows it has found it, and not made it. */
export type WasThere = (resource: ResourceDescriptor, id: string) => boolean

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
    return { ...call, ...created }
  }

  /**
   * A PUT to an unused name creates the item. @see RFC 9110, 9.3.4
   * @returns The created item; nothing for other operations and when nothing shows what it is called.
   */
  async #record({ plan, answer, place }: Call): Promise<Pick<Call, 'created' | 'isFoundAgain'>> {
    const { operation, method = operation.method } = plan
    const { document, cleanUp, requests, wasThere } = this.#options
    const resource = resourceOf(document, operation.resource?.name)
    if (resource === undefined || !isSuccess(answer) || method !== operation.method) return {}
    const { item: path } = resource
    const { role } = operation.resource ?? {}
    const isByOther = plan.authentication?.kind === 'another tenant'
    if (path !== undefined && role === 'delete') cleanUp.forget(path, { place, isOthers: isByOther })
    // What another tenant removes has this name, so that its absence then proves that it is gone.
    if (path !== undefined && (role === 'read' || role === 'delete')) cleanUp.see(path, place)
    const isNew =
      role === 'create' || (role === 'replace' && path !== undefined && isNamedAnew(place, resource))
    if (!isNew) return {}
    const list = operationOf(document, resource.operations.list)
    if (list !== undefined) requests.supplied.scope(list, plan)
    const found =
      path === undefined ? [undefined] : await this.#options.names.findAll({ resource, plan, answer, place })
    const items = found.flatMap((named) => {
      if (path === undefined || named === undefined || wasThere(resource, named.id)) {
        cleanUp.rememberUnnamed(`${method} ${new URL(answer.exchange.request.url).pathname}`)
        return []
      }
      const { id, value, shownBy } = named
      const name = { text: id, origin: 'created', ...cameOf(answer.number, shownBy) } as const
      const item = { resource, place: extend(place, path, name), value }
      const isOthers = isByOther && !standsBelowOwn(path, place)
      const isUnknown = cleanUp.remember(path, { ...item, isOthers })
      if (!isOthers) this.#options.settled.noteMade(path, pathValues(path, item.place))
      return [{ created: item, ...(!isUnknown && { isFoundAgain: true as const }) }]
    })
    return items[0] ?? {}
  }
}

/** Whether the path of an item names something above it that the run made, or was given, for itself. */
function standsBelowOwn(path: string, place: Place): boolean {
  return templatesOf(path)
    .slice(0, -1)
    .some(({ key }) => isOwn(place.get(key)))
}

/** Whether the item has a name that was made up for it. */
function isNamedAnew(place: Place, resource: ResourceDescriptor): boolean {
  return idAt(place, resource)?.origin === 'unknown'
}
