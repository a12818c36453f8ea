import {
  type DocumentDescriptor,
  decodedPart,
  type OperationDescriptor,
  resourcePath,
} from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { places } from '../../../lexicon/lexicon.ts'

/** Maximum numbers of values per operation and of list items to examine, and the maximum depth. */
const MOST_VALUES = 4
const MOST_ITEMS = 10
const DEEPEST = 6

/** A read whose path ends with a template, and the path before the template. */
interface Read {
  readonly operationId: string
  readonly before: string
  /** True if the value may have slashes. */
  readonly isPlace: boolean
}

/**
 * Values for the last template in the paths of reads, taken from links in responses: "olga" for
 * "/search/{path}" from "http://host/api/search/olga".
 */
export class LinkedValues {
  readonly #reads: readonly Read[]
  readonly #values = new Map<string, Set<string>>()

  constructor({ operations }: DocumentDescriptor) {
    this.#reads = operations.flatMap(readOf).toSorted((one, other) => other.before.length - one.before.length)
  }

  /** Returns the values for a read, in the order in which links showed them. */
  of({ operationId }: OperationDescriptor): readonly string[] {
    return [...(this.#values.get(operationId) ?? [])]
  }

  /** Notes all links in a response. */
  learn(value: unknown, depth = 0): void {
    if (depth > DEEPEST) return
    if (typeof value === 'string') this.#note(value)
    else if (Array.isArray(value)) for (const item of value.slice(0, MOST_ITEMS)) this.learn(item, depth + 1)
    else if (isObject(value)) for (const member of Object.values(value)) this.learn(member, depth + 1)
  }

  /** Stores the value in a link for the read with the longest matching fixed path. */
  #note(text: string): void {
    // A link with braces is a template, which names no item.
    const isLink = /^(?:https?:\/)?\/\S/.test(text) && !text.includes('{')
    const pathname = isLink ? URL.parse(text, 'http://host')?.pathname : undefined
    const read = pathname && this.#reads.find(({ before }) => pathname.includes(before))
    if (!pathname || !read) return
    const { operationId, before, isPlace } = read
    const value = decodedPart(pathname.slice(pathname.indexOf(before) + before.length))
    const known = this.#values.get(operationId) ?? new Set()
    if (value === '' || (value.includes('/') && !isPlace) || known.size >= MOST_VALUES) return
    this.#values.set(operationId, known.add(value))
  }
}

function readOf({ method, path, operationId }: OperationDescriptor): readonly Read[] {
  const [, before = '', name = ''] = /^([^{}]*\/)\{\+?([^{}]+)\}$/.exec(resourcePath(path)) ?? []
  return method !== 'GET' || before.length < 2 ? [] : [{ operationId, before, isPlace: places.has(name) }]
}
