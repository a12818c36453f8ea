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
import { jsonBody } from '../../../data/document/json-body.ts'
import { pathTemplates } from '../../../data/document/path-binding.ts'
import {
  createsItems,
  creatorOfItems,
  findResource,
  isTemplateOfOwnItem,
  operationById,
  resourceByName,
} from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { type Danger, dangerWords } from '../../../data/outcome/kinds/danger.ts'
import type { Reason } from '../../../data/outcome/kinds/reason.ts'
import { permitWords } from '../../../data/outcome/kinds/reason-words.ts'
import {
  calls,
  isDelivered,
  isDelivery,
  isPreparation,
  looks,
  lowerWordsOf,
  nameOfAction,
  nameWithinService,
  postponing,
  statements,
  verbOfName,
  verbs,
  wordsFromVerb,
  workAtEnd,
} from '../../../lexicon/lexicon.ts'
import type { Target } from '../../../traffic/target/target.ts'
import { endangersAccess, isOfGrants } from './access.ts'
import { pathSegments, thingsInPath, whyActionIsFelt, whyCreateIsFelt } from './felt.ts'
import { isView } from './views.ts'

export interface PermissionOptions {
  readonly document: DocumentDescriptor
  readonly target: Pick<Target, 'allow' | 'disposable' | 'skip' | 'readOnly'>
}

/** The reason why an operation is not sent, with the settings that allow it. */
export type PermissionObjection = Reason<'left alone'>

/** An operation that a run does not send, with the reason. */
export interface LeftAlone {
  readonly operation: OperationDescriptor
  /** Continues "left alone, because". */
  readonly why: string
  /** The settings that allow the operation, worded as the end of a sentence. */
  readonly permit: string
}

/**
 * Decides which operations a run is allowed to send to a server with other users: those that create things
 * that can be read or removed again, and those that act on such things. All other writes, and reads whose
 * names say that they start work, are omitted unless the user or the document (`x-harmless`) allows them.
 */
export class Permission {
  readonly #options: PermissionOptions

  constructor(options: PermissionOptions) {
    this.#options = { ...options, document: openedDocument(options.document) }
  }

  /**
   * True for a write that the user excluded, so that no check sends it. False for deletions, because they are
   * still needed to remove the run's own items.
   */
  skips({ operationId, method, resource }: OperationDescriptor): boolean {
    const { skip = [] } = this.#options.target
    return skip.includes(operationId) && !isSafe(method) && resource?.role !== 'delete'
  }

  /** True if the run sends no request with this method, because it only reads. */
  forbidsMethod(method: string): boolean {
    return this.#options.target.readOnly === true && !isSafe(method)
  }

  /** True if requests are allowed to damage the server. */
  get isDisposable(): boolean {
    return this.#options.target.disposable === true
  }

  /**
   * True if the operation is allowed for any item, according to the configuration, the document or its name.
   */
  allowsAnyItem(operation: OperationDescriptor): boolean {
    if (this.#isNamed(operation)) return true
    const { document } = this.#options
    return (
      (isHarmlessSearch(operation) && !examinesServer(operation, document)) || isView(operation, document)
    )
  }

  /**
   * True if the operation's effects do not matter, because they are harmless or because the server is allowed
   * to be damaged.
   */
  #isAllowed(operation: OperationDescriptor): boolean {
    return this.isDisposable || this.allowsAnyItem(operation)
  }

  #isNamed({ operationId, harmless }: OperationDescriptor): boolean {
    const { allow = [] } = this.#options.target
    return harmless === true || allow.includes(operationId)
  }

  /**
   * Explains why an operation must not be sent to items that the run did not create; `undefined` if it is
   * allowed. A write that creates an item does not endanger existing items if the document has a way to
   * remove the new one.
   */
  objection(operation: OperationDescriptor): PermissionObjection | undefined {
    if (this.#isNamed(operation)) return undefined
    const danger = this.#danger(operation)
    // The operation is not allowed even if the server is allowed to be damaged, because it would also end the
    // run.
    if (danger !== undefined) return objectionTo(operation, danger, { isBreakable: false })
    return objectionTo(operation, this.#reach(operation))
  }

  /** Explains why an operation must not be sent even to the run's own items. */
  objectionToOwn(operation: OperationDescriptor): PermissionObjection | undefined {
    if (this.#isAllowed(operation)) return undefined
    return objectionTo(operation, this.#whyItLeaves(operation) ?? whyActionIsFelt(operation))
  }

  /** Explains why a write must not be sent even with a made-up name, which a server might ignore. */
  objectionToAbsent(operation: OperationDescriptor): PermissionObjection | undefined {
    if (isSafe(operation.method) || this.#isAllowed(operation)) return undefined
    const { document } = this.#options
    const creator = creatorOfItems(document, resourceByName(document, operation.resource?.name))
    const danger = creator && (this.#whyItLeaves(creator) ?? whyCreateIsFelt(creator, document))
    return objectionTo(operation, this.#whyItLeaves(operation) ?? danger)
  }

  /** Describes the danger that an operation poses to credentials. */
  #danger(operation: OperationDescriptor): Danger | undefined {
    return isOfGrants(operation, this.#options.document)
      ? { kind: 'issues tokens' }
      : endangersAccess(operation)
  }

  /**
   * Describes the effects of an operation, other than the creation of items that can be read or removed
   * again.
   */
  #reach(operation: OperationDescriptor): Danger | undefined {
    if (this.#isAllowed(operation)) return undefined
    if (isSafe(operation.method)) return reachOfRead(operation)
    const { document } = this.#options
    const resource = resourceByName(document, operation.resource?.name)
    const { list, read, delete: remove } = resource?.operations ?? {}
    const leaving = this.#whyItLeaves(operation)
    if (!createsItems(document, operation) || (read ?? list ?? remove) === undefined)
      return leaving ?? { kind: 'makes nothing shown' }
    const danger = leaving ?? whyCreateIsFelt(operation, document)
    if (danger !== undefined || remove !== undefined || this.#isChanged(resource, operation)) return danger
    return { kind: 'cannot be undone' }
  }

  /**
   * True if another operation changes the created items, so that its checks need an item that the run
   * created.
   */
  #isChanged(resource: ResourceDescriptor | undefined, { operationId }: OperationDescriptor): boolean {
    const { update, replace } = resource?.operations ?? {}
    const { length } = pathTemplates(resource?.item ?? '')
    return [update, replace, ...(resource?.actions ?? [])].some((id) => {
      const change = id === operationId ? undefined : operationById(this.#options.document, id)
      // A change of no certain item, such as "DELETE /boats/batch", needs none.
      if (change === undefined || pathTemplates(change.path).length < length) return false
      return !isSafe(change.method) && this.objectionToOwn(change) === undefined
    })
  }

  /** Explains why a write has an effect outside the API, judging by its names, description and body. */
  #whyItLeaves(operation: OperationDescriptor): Danger | undefined {
    const leaving = whyItLeaves(operation)
    if (leaving !== undefined || operation.resource?.role === 'create') return leaving
    const names = isSafe(operation.method) ? [] : namesOf(operation)
    if (!names.some((name) => verbs.extending.has(name))) return undefined
    const { required } = schemaIn(this.#options.document, jsonBody(operation)?.schema).member
    const member = [...required].find((name) => looks.emails.has(name))
    return member === undefined ? undefined : { kind: 'leaves to address', word: member }
  }

  /**
   * True if a parameter is omitted because its name says that the request would start or postpone work:
   * `?recheck=true`, `?async=true`. A point in time, such as `?start_time=`, starts nothing.
   */
  withholds(operation: OperationDescriptor, { name, required, schema }: ParameterDescriptor): boolean {
    const { format } = schemaIn(this.#options.document, schema).keywords
    const isMoment = format === 'date' || format === 'date-time'
    return (
      required !== true &&
      !isMoment &&
      !this.isDisposable &&
      !this.#isNamed(operation) &&
      (postponing.has(name) || lowerWordsOf(name).slice(0, 1).some(isVerb))
    )
  }

  /**
   * Returns operations that a run will not send, as far as this is known in advance. Operations that the user
   * skips are not included.
   */
  leftAlone(): readonly LeftAlone[] {
    return this.#options.document.operations.flatMap((operation) => {
      if (this.skips(operation)) return []
      const objection = this.#isAboutItem(operation)
        ? this.objectionToOwn(operation)
        : this.objection(operation)
      return objection === undefined
        ? []
        : [{ operation, why: dangerWords(objection.danger), permit: permitWords(objection) }]
    })
  }

  /** Resources whose items a run creates, as far as this is known in advance. */
  created(): readonly ResourceDescriptor[] {
    const { document } = this.#options
    const leftAlone = new Set(this.leftAlone().map(({ operation }) => operation.operationId))
    return document.resources.filter((resource) => {
      const creator = creatorOfItems(document, resource)
      return creator !== undefined && !leftAlone.has(creator.operationId) && !this.skips(creator)
    })
  }

  /**
   * True if an operation's path identifies an item that another operation creates, or that the user can
   * provide.
   */
  #isAboutItem(operation: OperationDescriptor): boolean {
    const { document } = this.#options
    const templates = pathTemplates(operation.path)
    return templates.some((template) => {
      const creator = creatorOfItems(document, findResource(document, template))
      if (creator !== undefined) return creator.operationId !== operation.operationId
      return template === templates.at(-1) && isTemplateOfOwnItem(document, operation, template)
    })
  }
}

/** @param isBreakable true if the operation is allowed on a server that is allowed to be damaged. */
function objectionTo(
  { operationId }: OperationDescriptor,
  danger: Danger | undefined,
  { isBreakable }: { readonly isBreakable: boolean } = { isBreakable: true },
): PermissionObjection | undefined {
  return danger === undefined
    ? undefined
    : { kind: 'left alone', operation: operationId, danger, setting: '--allow', isBreakable }
}

/** Describes a read's side effects, judging by its name or description. */
function reachOfRead(operation: OperationDescriptor): Danger | undefined {
  const verb = namesOf(operation).find((word) => isVerb(word) || verbs.making.has(word))
  const end = pathSegments(operation.path).at(-1) ?? ''
  const work = verb ?? (operation.list === undefined && workAtEnd.has(end) ? end : undefined)
  if (work !== undefined) return { kind: 'reads and writes', word: work }
  return operation.marks ? { kind: 'marks by reading' } : undefined
}

/**
 * Explains why a write has an effect outside the API, such as an e-mail, a payment or a parcel. The run is
 * still allowed to remove its own items.
 */
function whyItLeaves(operation: OperationDescriptor): Danger | undefined {
  const { method, path, delivery, resource } = operation
  if (isSafe(method) || method === 'DELETE' || resource?.role === 'delete') return undefined
  if (delivery !== undefined) return { kind: 'leaves by description', word: delivery }
  const things = method === 'POST' || resource?.role === 'create' ? thingsInPath(path) : []
  const names = isPreparation(lastNamedSegment(path)) ? namesOf(operation).slice(0, 1) : namesOf(operation)
  const word = names.find((each) => isDelivery(each, method)) ?? things.find(isDelivered)
  return word === undefined ? undefined : { kind: 'leaves by name', word }
}

/**
 * True if the name of a POST describes only a search ("/flows/filter", "countFlows") or the read of an item
 * that its body names and its response shows ("/plans/get", "CheckAccess", "/users/get_my_user",
 * "didManagerGet").
 */
export function isHarmlessSearch(operation: OperationDescriptor): boolean {
  const { method, path, operationId, resource } = operation
  const action = resource?.role === 'create' ? '' : lastNamedSegment(path)
  const own = wordsFromVerb(lowerWordsOf(nameOfAction(operationId, action)))
  const words = [...own, ...wordsFromVerb(lowerWordsOf(lastNamedSegment(path)))]
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
  // Without a body, only a plain verb counts: "POST /messages/read" may mark all messages as read, and "POST
  // /feeds/fetch" may store what it fetches.
  const isPlain = verbs.showing.has(words[0] ?? '')
  return isLook && (operation.requestBody !== undefined || isPlain) && successSchema(operation) !== undefined
}

/**
 * True for "POST /check" whose body requires nothing. It names nothing to check, so the server examines
 * itself and may store the result.
 */
function examinesServer(operation: OperationDescriptor, document: DocumentDescriptor): boolean {
  const isAlone =
    pathSegments(operation.path).length === 1 && pathSegments(operation.path).every(verbs.examining.has)
  return isAlone && schemaIn(document, jsonBody(operation)?.schema).member.required.size === 0
}

/** True if an action changes its item's parent: "/projects/{id}/snapshots/{id}/restore". */
export function isWriteToParentItem(operation: OperationDescriptor): boolean {
  const isAction = !isSafe(operation.method) && operation.resource?.role === 'action'
  return isAction && namesOf(operation).some(verbs.above.has)
}

/**
 * True if a read's name suggests that it creates something that may remain on the server:
 * "/projects/{id}/export", "GET /createAuthor".
 */
export function mayLeaveItems(operation: OperationDescriptor): boolean {
  const names = namesOf(operation)
  return (
    isSafe(operation.method) &&
    (createsByName(names.slice(0, 2)) ||
      names.some((word) => verbs.making.has(word) || verbs.leaving.has(word)))
  )
}

/** True if the operationId or the path's last segment begins with a verb that creates: "createAuthor". */
function createsByName(words: readonly string[]): boolean {
  // "/articles/new" usually shows the newest ones.
  return words.some((word) => calls.creating.has(word) && word !== 'new')
}

/**
 * Returns the words that describe a request's effect: the verb of the operationId, and the words in the
 * path's last segment unless it is a parameter. The execution of a search counts as a search.
 */
function namesOf({ path, operationId }: OperationDescriptor): readonly string[] {
  const last = lastNamedSegment(path)
  const first = verbOfName(operationId)
  const words = lowerWordsOf(nameWithinService(operationId))
  const second = words[words.indexOf(first) + 1] ?? ''
  const verb = first === 'execute' && verbs.looking.has(second) ? second : first
  return [...(verb === '' ? [] : [verb]), ...(last.includes('{') ? [] : wordsFromVerb(lowerWordsOf(last)))]
}

/** A path's last segment that is not a version: "list" in "/boats/list/v2". */
function lastNamedSegment(path: string): string {
  return (
    resourcePath(path)
      .split('/')
      .findLast((segment) => !/^v\d+$/.test(segment)) ?? ''
  )
}

function isVerb(word: string): boolean {
  return verbs.working.has(word)
}
