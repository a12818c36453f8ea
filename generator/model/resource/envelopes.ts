import { ENVELOPE_DEPTH, identifiers, isNamedAs, isOutcomeNamed } from '@concordat/contract/lexicon'
import type { OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { successSchema } from '@concordat/runtime/http'
import type { Schema, Schemas } from '@concordat/runtime/schema'
import { EACH } from '@concordat/runtime/schema-view'
import type { List } from '../list/list.ts'
import { blankDraftPath, draftIdParameter, type ResourceDraft } from './draft.ts'
import { envelopeOfBareItem, envelopeOfItem } from './place-of-item.ts'

/** Roles of operations that return one item, most complete first. */
const ROLES = ['read', 'create', 'update', 'replace'] as const
const WRITES = ['create', 'update', 'replace'] as const
const ALONE = [...ROLES, 'delete'] as const

/** Locations at which operations send and return a resource's items. */
interface Shown extends Pick<ResourceDescriptor, 'shownBy' | 'envelopes'> {}

/** These locations, and the schemas that can be the item, likeliest first. */
interface Found {
  readonly shown: Shown
  readonly items: readonly ItemPart[]
}

/** A schema that can be an item or, if `path` is not empty, a part of one. */
export interface ItemPart {
  readonly path: readonly string[]
  readonly schema: Schema
}

interface Known {
  readonly draft: ResourceDraft
  readonly actions: readonly OperationDescriptor[]
  /** Path of the property that identifies an item. */
  readonly name: readonly string[]
}

interface Answer {
  readonly operation: OperationDescriptor
  readonly schema: Schema
}

interface Item {
  /** The operation that returns the whole item. */
  readonly shownBy: OperationDescriptor | undefined
  /** Names of an item's properties, with the identifying one first. */
  readonly members: readonly string[]
  /**
   * Location, in the response, of an item without declared properties, derived from the location of a list's
   * items. Empty if there is none.
   */
  readonly bareAt: readonly string[]
}

/** Finds where requests and responses for one item contain it. */
export class EnvelopeFinder {
  readonly #lists: ReadonlyMap<string, List>
  readonly #schemas: Schemas

  constructor(lists: ReadonlyMap<string, List>, schemas: Schemas) {
    this.#lists = lists
    this.#schemas = schemas
  }

  of(known: Known): Found {
    const { draft, actions } = known
    const { roles, blankPath } = draft
    const { shownBy, members, bareAt } = this.#itemOf(known)
    const alone = ALONE.flatMap((role) => roles.get(role) ?? [])
    const list = roles.get('list')
    // Lists are left out: the location of their items is already known, and a list below an item contains
    // other things. Only a list at the path of an item, with a different parameter name, is included.
    const others = [...(list === undefined ? [] : [list]), ...actions].filter(
      ({ operationId, path }) => !this.#lists.has(operationId) || blankDraftPath(path) === `${blankPath}/{}`,
    )
    const found = [...alone, ...others].flatMap((operation) => {
      const answer = this.#shownBy(operation)
      const shown = envelopeOfItem(answer, members) ?? envelopeOfBareItem(answer, bareAt)
      const within = envelopeOfItem(this.#writtenBy(operation), members) ?? []
      // An array that is sent to the path of one item contains parts of that item.
      const isOfParts = within[0] === EACH && blankDraftPath(operation.path) === `${blankPath}/{}`
      const written = isOfParts ? [] : within
      const envelope = { ...(shown.length > 0 && { shown }), ...(written.length > 0 && { written }) }
      return shown.length + written.length === 0 ? [] : [[operation.operationId, envelope] as const]
    })
    const envelopes = Object.fromEntries(found)
    return {
      shown: {
        ...(shownBy !== undefined && { shownBy: shownBy.operationId }),
        ...(found.length > 0 && { envelopes }),
      },
      items: shownBy === undefined ? [] : this.#itemsShownBy(shownBy, envelopes),
    }
  }

  /** Schemas of the item in a response. In an envelope, the item can also be the only part of that schema. */
  #itemsShownBy(
    operation: OperationDescriptor,
    envelopes: NonNullable<Shown['envelopes']>,
  ): readonly ItemPart[] {
    const list = this.#lists.get(operation.operationId)
    if (list !== undefined) return [{ path: [], schema: this.#schemas.of(list.item) }]
    const around = envelopes[operation.operationId]?.shown ?? []
    const schema = this.#shownBy(operation)?.at(around)
    if (schema === undefined) return []
    return [{ path: [], schema }, ...(around.length > 0 ? onlyParts(schema) : [])]
  }

  #shownBy(operation: OperationDescriptor): Schema | undefined {
    const schema = successSchema(operation)
    return schema === undefined ? undefined : this.#schemas.of(schema)
  }

  /** Schema of a request body, from the first media type that has one. */
  #writtenBy({ requestBody }: OperationDescriptor): Schema | undefined {
    const media = Object.values(requestBody?.content ?? {}).find(({ schema }) => schema !== undefined)
    return media && this.#schemas.of(media.schema)
  }

  #itemOf(known: Known): Item {
    const { draft } = known
    const [name = ''] = known.name
    const listing = draft.roles.get('list')
    const list = this.#lists.get(listing?.operationId ?? '')
    const listed = list?.item === undefined ? [] : [...this.#schemas.of(list.item).properties.keys()]
    const whole = this.#wholeOf(draft)
    const path =
      (listed.length === 0 ? this.#enveloped(known, whole?.schema) : undefined) ??
      envelopeOfItem(whole?.schema, [name, ...listed])
    const bareAt = envelopeOfBareItem(whole?.schema, list?.descriptor.items ?? [], { isFree: false })
    const own = [...(whole?.schema.at(path ?? bareAt)?.properties.keys() ?? [])]
    const isItem = own.length > 0 && !isAround(own, { listed, name })
    return {
      shownBy: isItem || list === undefined ? whole?.operation : listing,
      members: [...new Set([name, ...(isItem ? own : listed)])],
      bareAt,
    }
  }

  /**
   * Returns the response for one item. If that is a list, returns the response of another operation that
   * returns only the item.
   */
  #wholeOf({ roles }: ResourceDraft): Answer | undefined {
    const shown = ROLES.flatMap((role): Answer[] => {
      const operation = roles.get(role)
      const schema = operation && this.#shownBy(operation)
      if (operation === undefined || schema === undefined) return []
      return this.#isOutcome(operation, schema) ? [] : [{ operation, schema }]
    })
    const [first, ...others] = shown
    const items = this.#lists.get(first?.operation.operationId ?? '')?.descriptor.items
    const alone = items && others.find(({ schema }) => (schema.at(items)?.properties.size ?? 0) > 0)
    return alone ?? first
  }

  /** True if a response only reports an outcome: it has a message that the request does not contain. */
  #isOutcome(operation: OperationDescriptor, { properties }: Schema): boolean {
    const names = [...properties.keys()]
    return isOutcomeNamed(names) && !names.every((name) => this.#writtenBy(operation)?.properties.has(name))
  }

  /**
   * Returns the path of an item in a response's envelope, if no list contains the item. It leads to the part
   * with the properties of the request bodies or, failing that, to the only part. A response with an
   * identifying property is the item itself.
   */
  #enveloped(
    { draft, name: [part, ...deeper] }: Known,
    whole: Schema | undefined,
  ): readonly string[] | undefined {
    if (whole === undefined || (part !== undefined && deeper.length === 0)) return undefined
    const parameter = draftIdParameter(draft) ?? ''
    if (isCalled(whole, parameter)) return undefined
    const written = WRITES.flatMap((role) => {
      const operation = draft.roles.get(role)
      return [...((operation && this.#writtenBy(operation))?.properties.keys() ?? [])]
    })
    const path = envelopeOfItem(whole, written)
    if (part !== undefined && (path?.length !== deeper.length || path[0] !== part)) return undefined
    if (path !== undefined && !path.includes(EACH)) return path
    if (part !== undefined) return undefined
    return onlyParts(whole).find(({ schema }) => isCalled(schema, parameter))?.path
  }
}

/** True if a schema has a property that could identify the item. */
function isCalled({ properties }: Schema, parameter: string): boolean {
  return [...properties].some(([name, { types }]) => {
    const isText = !types.includes('object') && !types.includes('array')
    return isText && (identifiers.usual.has(name) || isNamedAs(parameter, name))
  })
}

/**
 * The only object in a response, the only object nested in it, and so on, down to the maximum depth of
 * envelopes.
 */
function onlyParts(whole: Schema): ItemPart[] {
  const parts: ItemPart[] = []
  let part: ItemPart = { path: [], schema: whole }
  while (parts.length < ENVELOPE_DEPTH) {
    const objects = [...part.schema.properties].filter(([, { properties }]) => properties.size > 0)
    const [only, ...others] = objects
    if (only === undefined || others.length > 0) break
    part = { path: [...part.path, only[0]], schema: only[1] }
    parts.push(part)
  }
  return parts
}

/**
 * A part of a response that lacks the identifier counts as the item if it has at least this share of the
 * item's properties.
 */
const MOST = 0.5

/**
 * True if a part of a response is an envelope: it contains neither the item's identifier nor most of its
 * properties.
 */
function isAround(
  own: readonly string[],
  { listed, name }: { readonly listed: readonly string[]; readonly name: string },
): boolean {
  if (!listed.includes(name) || own.includes(name)) return false
  return listed.filter((member) => own.includes(member)).length < listed.length * MOST
}
