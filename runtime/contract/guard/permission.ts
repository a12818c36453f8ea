import {
  type DocumentDescriptor,
  isSafe,
  type OperationDescriptor,
  type ParameterDescriptor,
  resourcePath,
} from '@concordat/runtime/http'
import { flatSchema } from '../document/flat-schema.ts'
import { templatesOf } from '../document/place.ts'
import { creatorOf, findResource, namesOwnItem, resourceOf, snakeCase } from '../document/resource-lookup.ts'
import type { Target } from '../target/target.ts'
import { endangersAccess, isOfGrants } from './access.ts'

export interface PermissionOptions {
  readonly document: DocumentDescriptor
  readonly target: Pick<Target, 'allow' | 'disposable'>
}

/** Why an operation is not sent, and what a person can do about it. */
export interface Objection {
  /** Goes on from "left alone, because". */
  readonly why: string
  /** The settings that lift it, as the end of a sentence. */
  readonly permit: string
}

/** An operation that a run does not send, and why. */
export interface LeftAlone extends Objection {
  readonly operation: OperationDescriptor
}

/** Verbs of requests that do work, or undo it, for more than one item. The net below the rule, never the rule itself. */
const VERBS = new Set(
  'bulk clear delete disable drop erase execute flush invalidate kill logout prune purge rebuild recheck reindex remove reset restart revoke rotate shutdown signout start stop terminate trigger truncate uninstall wipe'.split(
    ' ',
  ),
)
/** Verbs that start work where they name a read; as a write, the same word creates. */
const MAKES = new Set('generate recalculate recompute refresh regenerate reload resync'.split(' '))
/** Words by which a read may leave something on the server, such as the file of an export, and mostly does not. */
const LEAVES = new Set('backup compile dump export'.split(' '))
/** Verbs of actions that put an item in the place of what stands above it: a snapshot of a project, a revision of a page. */
const ABOVE = new Set('apply deploy merge promote restore revert rollback'.split(' '))
/** Verbs of requests that only look, although they write by their method: a filter that no URL holds travels as a body. */
const LOOKS = new Set('count filter find list lookup paginate search'.split(' '))
/** Looks as well where the operationId begins with it and goes on: "queryTasks". */
const QUERY = 'query'
/** What a path with one of these at its end takes may be a statement that writes. */
const STATEMENTS = new Set('graphql query sql statement statements'.split(' '))
/** With one of these in its name, a request does more than look. */
const CHANGES = new Set(
  'add and apply assign create import insert mark merge modify or replace save set store sync update upsert'.split(
    ' ',
  ),
)
/** Things whose creation may lock people out. */
const ACCESS = new Set('credential password session settings token'.split(' '))

/**
 * Knows what a run may send to a server that others use too: what creates something that can be read or removed again, and
 * what acts on that. Everything else that writes, and reads that start work by their name, it leaves alone unless a person,
 * or the document (`x-harmless`), allows it.
 */
export class Permission {
  readonly #options: PermissionOptions

  constructor(options: PermissionOptions) {
    this.#options = options
  }

  /** Whether it does not matter what a request breaks. */
  get isDisposable(): boolean {
    return this.#options.target.disposable === true
  }

  /** Whether somebody says, or its name, that the operation may be sent as it is, wherever to. */
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
   * Why an operation must not go to what the run did not make; `undefined` where it may. A write that creates is no danger to what is
   * there, where the document shows how to find or remove what it made.
   */
  objection(operation: OperationDescriptor): Objection | undefined {
    if (this.#isNamed(operation)) return undefined
    const permit = `allow it with --allow ${operation.operationId}`
    const danger = this.#danger(operation)
    // That would end the run, and not only break the server.
    if (danger !== undefined) return { why: danger, permit }
    const why = this.#reach(operation)
    if (why === undefined) return undefined
    return { why, permit: `${permit}, or --disposable where the server may be broken` }
  }

  /** What an operation does to the credentials of a run. */
  #danger(operation: OperationDescriptor): string | undefined {
    return isOfGrants(operation, this.#options.document)
      ? 'it issues or revokes tokens, for clients and grants that cannot be made up'
      : endangersAccess(operation)
  }

  /** What an operation does beyond making items that can be read or removed again. */
  #reach(operation: OperationDescriptor): string | undefined {
    if (this.isAllowed(operation)) return undefined
    const isRead = isSafe(operation.method)
    const verb = namesOf(operation).find((word) => isVerb(word) || (isRead && MAKES.has(word)))
    if (isRead && verb !== undefined) return `"${verb}" in its name says that it does more than read`
    if (isRead) return operation.marks && 'its description says that it marks what it reads'
    const resource = resourceOf(this.#options.document, operation.resource?.name)
    const { read, list, delete: remove } = resource?.operations ?? {}
    if (operation.resource?.role !== 'create' || (read ?? list ?? remove) === undefined)
      return 'it writes, and creates nothing that another operation reads or removes'
    const word =
      verb ?? namesOf(operation).find((word) => ACCESS.has(word.replace(/s$/, '')) || ACCESS.has(word))
    return word === undefined || remove !== undefined
      ? undefined
      : `"${word}" is in its name, and no operation removes what it creates`
  }

  /**
   * Whether a parameter is to be left out, as its name says that the request would start work: `?recheck=true`. A moment starts
   * nothing: `?start_time=`.
   */
  withholds(operation: OperationDescriptor, { name, required, schema }: ParameterDescriptor): boolean {
    const { format } = flatSchema(schema, this.#options.document.definitions)
    const isMoment = format === 'date' || format === 'date-time'
    return (
      required !== true && !isMoment && !this.#isGranted(operation) && wordsOf(name).slice(0, 1).some(isVerb)
    )
  }

  /** What a run does not send, as far as that is known before it: what its path names is nothing that the run could make or be given. */
  leftAlone(): readonly LeftAlone[] {
    const { document } = this.#options
    return document.operations.flatMap((operation) => {
      const objection = this.objection(operation)
      const templates = templatesOf(operation.path)
      const isAboutItem = templates.some(
        (template) =>
          creatorOf(document, findResource(document, template)) !== undefined ||
          (template === templates.at(-1) && namesOwnItem(document, operation, template)),
      )
      return objection === undefined || isAboutItem ? [] : [{ operation, ...objection }]
    })
  }
}

/** Whether a POST is called after what it looks for, and after nothing that it would do: "/flows/filter", "countFlows". */
export function onlyLooks(operation: OperationDescriptor): boolean {
  const { method, path, operationId } = operation
  const words = [...wordsOf(operationId), ...wordsOf(path.slice(path.lastIndexOf('/') + 1))]
  const [verb = '', last = ''] = namesOf(operation)
  const asks = verb === QUERY && wordsOf(operationId).length > 1 && !STATEMENTS.has(last)
  return (
    method === 'POST' &&
    (asks || [verb, last].some((word) => LOOKS.has(word))) &&
    !words.some((word) => isVerb(word) || CHANGES.has(word))
  )
}

/** Whether an action changes what stands above its item: "/projects/{id}/snapshots/{id}/restore". */
export function actsAbove(operation: OperationDescriptor): boolean {
  const isAction = !isSafe(operation.method) && operation.resource?.role === 'action'
  return isAction && namesOf(operation).some((word) => ABOVE.has(word))
}

/** Whether a read is called after what it may leave on the server, where no other operation shows it: "/projects/{id}/export". */
export function mayLeaveSomething(operation: OperationDescriptor): boolean {
  return isSafe(operation.method) && namesOf(operation).some((word) => MAKES.has(word) || LEAVES.has(word))
}

/**
 * Words that say what a request does: the first of the operationId that is not the method, as in "postFindPets", and the path's last
 * segment where that is no parameter. To execute a search is to search.
 */
function namesOf({ path, operationId }: OperationDescriptor): readonly string[] {
  const last = resourcePath(path).split('/').at(-1) ?? ''
  const all = wordsOf(operationId)
  const [first, second = ''] = all[0] === 'post' && all.length > 1 ? all.slice(1) : all
  const verbs = first === undefined ? [] : [first === 'execute' && LOOKS.has(second) ? second : first]
  return [...verbs, ...(last.includes('{') ? [] : wordsOf(last))]
}

function isVerb(word: string): boolean {
  return VERBS.has(word)
}

function wordsOf(name: string): string[] {
  return snakeCase(name)
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '')
}
