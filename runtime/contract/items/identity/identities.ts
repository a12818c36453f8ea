import type { DocumentDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { plain, testsFor } from '../../dictionary/spellings.ts'
import { asIdentifier, listedName } from '../../document/identifier.ts'
import { extend, type Place, templatesOf } from '../../document/place.ts'
import { idOf, isCalledAfter, operationOf, snakeCase } from '../../document/resource-lookup.ts'
import { propertiesOf, requiredOf, type Shape, shapeOf, typesOf } from '../../document/shape.ts'
import { shownSchemas } from '../../document/shown.ts'
import { isSuccess } from '../../exchange/answer.ts'
import type { Way } from '../../guard/guarded-way.ts'
import type { RequestFactory } from '../../requests/request-factory.ts'

export interface IdentitiesOptions {
  /** The run's own: what is found out is kept in its resources. */
  readonly document: DocumentDescriptor
  readonly requests: RequestFactory
  readonly way: Way
}

/** An item as a server showed it, and what stands above it in its path. */
export interface Shown {
  readonly value: unknown
  readonly above: Place
}

export interface Candidate {
  readonly name: string
  readonly text: string
}

/** Members of the first item of a resource that are tried as its name. */
const MAX_TRIES = 6
/** What servers name items by, the most usual first. */
const USUAL = ['id', 'uuid', 'guid', 'pk', 'key', 'slug', 'code', 'name', 'username', 'title']

/**
 * Finds out which member of an item names it in paths. Documents do not say, and path parameters mislead: a widget of
 * `/widgets/{widget}` may be named by its `id` and have a `name` too. So the first item is asked for by one member after the
 * other, and that by which it is there holds for the resource from then on.
 */
export class Identities {
  readonly #options: IdentitiesOptions
  /** By the name of the resource. */
  readonly #trials = new Map<string, Promise<void>>()

  constructor(options: IdentitiesOptions) {
    this.#options = options
  }

  /** What names an item in paths; `undefined` when it shows nothing that could. */
  async identify(resource: ResourceDescriptor, shown: Shown): Promise<string | undefined> {
    if (!isCertain(resource)) {
      const trial = this.#trials.get(resource.name) ?? this.#try(resource, shown)
      this.#trials.set(resource.name, trial)
      await trial
    }
    return idOf(resource, shown.value)
  }

  /** Takes note of what names an item, as its Location or a read of it shows: the member that says the same names the others. */
  learn(resource: ResourceDescriptor, value: unknown, id: string): void {
    if (idOf(resource, value) === id) return
    const member = this.candidates(resource, value).find(({ text }) => text === id)
    const found: { idProperty?: readonly string[] } = resource
    if (member !== undefined) found.idProperty = [member.name]
    else if (listedName(value) === id) delete found.idProperty
  }

  async #try(resource: ResourceDescriptor, { value, above }: Shown): Promise<void> {
    const { document, requests, way } = this.#options
    const read = operationOf(document, resource.operations.read)
    const listed = listedName(value)
    const members = this.candidates(resource, value).map(({ text }) => text)
    const candidates = (listed === undefined ? members : [listed, ...members]).slice(0, MAX_TRIES)
    const isKnown = idOf(resource, value) !== undefined
    if (read === undefined && !isKnown) this.learn(resource, value, candidates[0] ?? '')
    if (read === undefined || (candidates.length < 2 && isKnown)) return
    for (const text of candidates) {
      const place = extend(above, resource.item ?? '', { text, origin: 'discovered' })
      const answer = await way.send(requests.best(read, place))
      if (!isSuccess(answer)) continue
      // What creates may answer the identifier under another name than what reads.
      this.learn(resource, answer.value, text)
      this.learn(resource, value, text)
      return
    }
  }

  /** Members that may name the item, the most likely first: only those that the path parameter's schema allows. */
  candidates(resource: ResourceDescriptor, value: unknown): readonly Candidate[] {
    const { document } = this.#options
    const { definitions } = document
    const parameter = parameterOf(resource)
    const { read, update, replace, delete: remove } = resource.operations
    const operation = operationOf(document, read ?? update ?? replace ?? remove)
    const schema = operation?.parameters?.find(
      ({ in: location, name }) => location === 'path' && name === parameter,
    )?.schema
    const wanted = shapeOf(schema, definitions)
    const [item] = operation === undefined ? [] : shownSchemas(operation, document)
    const members = propertiesOf(item, definitions)
    const required = requiredOf(item, definitions)
    return Object.entries(isObject(value) ? value : {})
      .flatMap(([name, own]) => {
        const text = asIdentifier(own)
        if (text === undefined || !fits(own, wanted)) return []
        const shape = shapeOf(members.get(name), definitions)
        const isLikely =
          (isNamedAs(parameter, name) ? 100 : 0) +
          (testsFor(parameter).some((test) => test(plain(name))) ? 40 : 0) +
          (isCalledAfter(resource, name) ? 50 : 0) +
          (USUAL.includes(name) ? 30 - USUAL.indexOf(name) : 0) +
          (shape['format'] !== undefined && shape['format'] === wanted['format'] ? 20 : 0) +
          (shape['readOnly'] === true ? 5 : 0) +
          (required.has(name) ? 2 : 0)
        return isLikely < 10 ? [] : [{ name, text, isLikely }]
      })
      .toSorted((one, other) => other.isLikely - one.isLikely)
  }
}

/** A document with resources of its own, into which a run writes what it finds out. */
export function withOwnResources(document: DocumentDescriptor): DocumentDescriptor {
  return { ...document, resources: document.resources.map((resource) => ({ ...resource })) }
}

function parameterOf({ item = '' }: ResourceDescriptor): string {
  return templatesOf(item).at(-1)?.name ?? ''
}

/** Whether the document's names leave no doubt: "id" of "widget_id", "uuid" of "user__uuid", "slug" of "slug". */
function isCertain(resource: ResourceDescriptor): boolean {
  const property = resource.idProperty?.at(-1)
  return property !== undefined && isNamedAs(parameterOf(resource), property)
}

function isNamedAs(parameter: string, name: string): boolean {
  const [whole, part] = [snakeCase(parameter), snakeCase(name)]
  return whole === part || whole.endsWith(`_${part}`)
}

/** A text may stand for anything, a number only where numbers are allowed. */
function fits(value: unknown, wanted: Shape): boolean {
  const types = typesOf(wanted)
  if (types.includes('integer') || types.includes('number'))
    return typeof value === 'number' || /^-?\d+$/.test(String(value))
  return wanted['format'] !== 'uuid' || /^[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}$/i.test(String(value))
}
