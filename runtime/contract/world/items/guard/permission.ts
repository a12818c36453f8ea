import {
  type DocumentDescriptor,
  isSafe,
  type OperationDescriptor,
  type ParameterDescriptor,
  type ResourceDescriptor,
  resourcePath,
  successSchema,
} from '@concordat/runtime/http'
import { openedDocument } from '../../../data/address/opened.ts'
import { templatesOf } from '../../../data/document/path-binding.ts'
import {
  creates,
  creatorOf,
  findResource,
  namesOwnItem,
  operationOf,
  resourceOf,
} from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { type Danger, dangerWords } from '../../../data/outcome/kinds/danger.ts'
import type { Reason } from '../../../data/outcome/kinds/reason.ts'
import { permitWords } from '../../../data/outcome/kinds/reason-words.ts'
import {
  calls,
  isDelivered,
  isDelivery,
  isEverywhere,
  isInForce,
  lowerWordsOf,
  nameWithinService,
  statements,
  verbs,
  workAtEnd,
} from '../../../lexicon/lexicon.ts'
import type { Target } from '../../../traffic/target/target.ts'
import { endangersAccess, isOfGrants } from './access.ts'

export interface PermissionOptions {
  readonly document: DocumentDescriptor
  readonly target: Pick<Target, 'allow' | 'disposable'>
}

/** Reason why an operation is not sent, and the settings that lift it. */
export type PermissionObjection = Reason<'left alone'>

/** An operation that a run does not send, and why. */
export interface LeftAlone {
  readonly operation: OperationDescriptor
  /** Goes on from "left alone, because". */
  readonly why: string
  /** The settings that lift it, as the end of a sentence. */
  readonly permit: string
}

/**
 * Decides which operations a run may send to a server that others use too: those that create something that
 * can be read or removed again, and those that act on that. Everything else that writes, and reads that start
 * work by their name, it leaves alone unless a person, or the document (`x-harmless`), allows it.
 */
export class Permission {
  readonly #options: PermissionOptions

  constructor(options: PermissionOptions) {
    this.#options = { ...options, document: openedDocument(options.document) }
  }

  /** True if it does not matter what a request breaks. */
  get isDisposable(): boolean {
    return this.#options.target.disposable === true
  }

  /** True if somebody says, or its name, that the operation may be sent as it is, wherever to. */
  isAllowed(operation: OperationDescriptor): boolean {
    return this.#isGranted(operation) || onlyLooks(operation)
  }

  #isGranted(operation: OperationDescriptor): boolean {
    return this.isDisposable || this.#isNamed(operation)
  }

  #isNamed({ operationId, harmless }: OperationDescriptor): boolean {
    const { allow = [] } = this.#options.target
    return harmless === true || allow.includes(operationId)
  }

  /**
   * Reason why an operation must not go to items that the run did not make; `undefined` if it may. A write
   * that creates is no danger to what is there, where the document shows how to remove what it made.
   */
  objection(operation: OperationDescriptor): PermissionObjection | undefined {
    if (this.#isNamed(operation)) return undefined
    const danger = this.#danger(operation)
    // That would end the run, and not only break the server.
    if (danger !== undefined) return objectionTo(operation, danger, { isBreakable: false })
    return objectionTo(operation, this.#reach(operation))
  }

  /** Reason why an operation must not go to the run's own items either. */
  objectionToOwn(operation: OperationDescriptor): PermissionObjection | undefined {
    return this.isAllowed(operation) ? undefined : objectionTo(operation, whyItLeaves(operation))
  }

  /** Danger of an operation to the credentials of a run. */
  #danger(operation: OperationDescriptor): Danger | undefined {
    return isOfGrants(operation, this.#options.document)
      ? { kind: 'issues tokens' }
      : endangersAccess(operation)
  }

  /** Effects of an operation beyond making items that can be read or removed again. */
  #reach(operation: OperationDescriptor): Danger | undefined {
    if (this.isAllowed(operation)) return undefined
    if (isSafe(operation.method)) return reachOfRead(operation)
    const { document } = this.#options
    const resource = resourceOf(document, operation.resource?.name)
    const { list, read, delete: remove } = resource?.operations ?? {}
    if (!creates(document, operation) || (read ?? list ?? remove) === undefined)
      return { kind: 'makes nothing shown' }
    const danger = whyItLeaves(operation) ?? this.#whyItIsFelt(operation)
    if (danger !== undefined || remove !== undefined || this.#isChanged(resource, operation)) return danger
    return { kind: 'cannot be undone' }
  }

  /** True if another operation changes what one creates, so that its checks need an item of the run. */
  #isChanged(resource: ResourceDescriptor | undefined, { operationId }: OperationDescriptor): boolean {
    const { update, replace } = resource?.operations ?? {}
    return [update, replace, ...(resource?.actions ?? [])].some((id) => {
      const change = id === operationId ? undefined : operationOf(this.#options.document, id)
      return change !== undefined && !isSafe(change.method) && this.objectionToOwn(change) === undefined
    })
  }

  /**
   * Reason why everybody feels an operation's creation while it exists. Segments with which all paths begin
   * tell nothing about one.
   */
  #whyItIsFelt({ path }: OperationDescriptor): Danger | undefined {
    const all = segmentsOf(path)
    const shared = all.findIndex((segment, index) =>
      this.#options.document.operations.some((other) => segmentsOf(other.path)[index] !== segment),
    )
    const above = all.slice(Math.max(shared, 0), -1).find((segment) => isEverywhere(segment.toLowerCase()))
    if (above !== undefined) return { kind: 'in force below', word: above }
    const thing = thingsOf(path).find(isInForce)
    return thing ? { kind: 'in force', word: thing } : undefined
  }

  /**
   * True if a parameter is to be left out, as its name says that the request would start work:
   * `?recheck=true`. A moment starts nothing: `?start_time=`.
   */
  withholds(operation: OperationDescriptor, { name, required, schema }: ParameterDescriptor): boolean {
    const { format } = schemaIn(this.#options.document, schema).keywords
    const isMoment = format === 'date' || format === 'date-time'
    return (
      required !== true &&
      !isMoment &&
      !this.#isGranted(operation) &&
      lowerWordsOf(name).slice(0, 1).some(isVerb)
    )
  }

  /**
   * Operations that a run does not send, as far as that is known before it: their paths name nothing that the
   * run could make or be given.
   */
  leftAlone(): readonly LeftAlone[] {
    return this.#options.document.operations.flatMap((operation) => {
      const objection = this.#isAboutItem(operation)
        ? this.objectionToOwn(operation)
        : this.objection(operation)
      return objection === undefined
        ? []
        : [{ operation, why: dangerWords(objection.danger), permit: permitWords(objection) }]
    })
  }

  /** Resources of which a run creates items, as far as that is known before it. */
  created(): readonly ResourceDescriptor[] {
    const { document } = this.#options
    const leftAlone = new Set(this.leftAlone().map(({ operation }) => operation.operationId))
    return document.resources.filter((resource) => {
      const creator = creatorOf(document, resource)
      return creator !== undefined && !leftAlone.has(creator.operationId)
    })
  }

  /** True if the path of an operation names what another one creates, or what a person may hand over. */
  #isAboutItem(operation: OperationDescriptor): boolean {
    const { document } = this.#options
    const templates = templatesOf(operation.path)
    return templates.some((template) => {
      const creator = creatorOf(document, findResource(document, template))
      if (creator !== undefined) return creator.operationId !== operation.operationId
      return template === templates.at(-1) && namesOwnItem(document, operation, template)
    })
  }
}

/** @param isBreakable true if it may be sent to a server that may be broken. */
function objectionTo(
  { operationId }: OperationDescriptor,
  danger: Danger | undefined,
  { isBreakable }: { readonly isBreakable: boolean } = { isBreakable: true },
): PermissionObjection | undefined {
  return danger === undefined
    ? undefined
    : { kind: 'left alone', operation: operationId, danger, setting: '--allow', isBreakable }
}

/** Side effects of a read, by its name or its description. */
function reachOfRead(operation: OperationDescriptor): Danger | undefined {
  const verb = namesOf(operation).find((word) => isVerb(word) || verbs.making.has(word))
  const end = segmentsOf(operation.path).at(-1) ?? ''
  const work = verb ?? (operation.list === undefined && workAtEnd.has(end) ? end : undefined)
  if (work !== undefined) return { kind: 'reads and writes', word: work }
  return operation.marks ? { kind: 'marks by reading' } : undefined
}

/**
 * Reason why something leaves the API with a write: an e-mail, money, a parcel. The run may remove its own
 * items all the same.
 */
function whyItLeaves(operation: OperationDescriptor): Danger | undefined {
  const { method, path, delivery, resource } = operation
  if (isSafe(method) || method === 'DELETE' || resource?.role === 'delete') return undefined
  if (delivery !== undefined) return { kind: 'leaves by description', word: delivery }
  const things = method === 'POST' || resource?.role === 'create' ? thingsOf(path) : []
  const word = namesOf(operation).find(isDelivery) ?? things.find(isDelivered)
  return word === undefined ? undefined : { kind: 'leaves by name', word }
}

/**
 * Names of the last segments of a path that are no parameters: "rules" and "bulk" of
 * "/shops/{id}/pricing-rules/bulk".
 */
function thingsOf(path: string): readonly string[] {
  const segments = segmentsOf(path.replace(/\/\{[^{}]*\}$/, ''))
  const last = segments.findLastIndex((segment) => segment.includes('{'))
  return segments.slice(last + 1).flatMap((segment) => lowerWordsOf(segment).at(-1) ?? [])
}

function segmentsOf(path: string): readonly string[] {
  return resourcePath(path).split('/').slice(1)
}

/**
 * True if a POST is called after what it looks for, and after nothing that it would do: "/flows/filter",
 * "countFlows"; or after looking at what its body names, and its answer shows that: "/plans/get",
 * "CheckAccess".
 */
export function onlyLooks(operation: OperationDescriptor): boolean {
  const { method, path, operationId } = operation
  const own = lowerWordsOf(nameWithinService(operationId))
  const words = [...own, ...lowerWordsOf(path.slice(path.lastIndexOf('/') + 1))]
  const [verb = '', last = ''] = namesOf(operation)
  const asks = verbs.asking.has(verb) && own.length > 1 && !statements.has(last)
  return (
    method === 'POST' &&
    (asks || [verb, last].some(verbs.looking.has) || looksAt(operation, [verb, last])) &&
    !words.some((word) => isVerb(word) || verbs.beside.has(word))
  )
}

function looksAt(operation: OperationDescriptor, words: readonly string[]): boolean {
  const isLook = words.some((word) => calls.reading.has(word) || verbs.judging.has(word))
  return isLook && operation.requestBody !== undefined && successSchema(operation) !== undefined
}

/** True if an action changes what stands above its item: "/projects/{id}/snapshots/{id}/restore". */
export function actsAbove(operation: OperationDescriptor): boolean {
  const isAction = !isSafe(operation.method) && operation.resource?.role === 'action'
  return isAction && namesOf(operation).some(verbs.above.has)
}

/**
 * True if a read is called after what it may leave on the server, where no other operation shows it:
 * "/projects/{id}/export".
 */
export function mayLeaveSomething(operation: OperationDescriptor): boolean {
  return (
    isSafe(operation.method) &&
    namesOf(operation).some((word) => verbs.making.has(word) || verbs.leaving.has(word))
  )
}

/**
 * Words that say what a request does: the first of the operationId that is not the method, as in
 * "postFindPets", and the path's last segment where that is no parameter. To execute a search is to search.
 */
function namesOf({ path, operationId }: OperationDescriptor): readonly string[] {
  const last = resourcePath(path).split('/').at(-1) ?? ''
  const all = lowerWordsOf(nameWithinService(operationId))
  const [first, second = ''] = all[0] === 'post' && all.length > 1 ? all.slice(1) : all
  const verb = first === 'execute' && verbs.looking.has(second) ? second : first
  return [...(verb === undefined ? [] : [verb]), ...(last.includes('{') ? [] : lowerWordsOf(last))]
}

function isVerb(word: string): boolean {
  return verbs.working.has(word)
}
