import { type DocumentDescriptor, decodedPart, type OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { singularOf, snakeCase, stemOf, works } from '../../lexicon/lexicon.ts'
import { pathTemplates, textsBoundInPath } from '../document/path-binding.ts'
import { resourceByName } from '../document/resource-lookup.ts'
import { type Answer, answerWorkAddress } from '../exchange/answer.ts'
import { answerJsonOfText } from '../exchange/json-text.ts'

/** Accepted work: a job, task or operation of the server. */
export interface AcceptedWork {
  /** The address with the state of the work, which can be relative to that of the request. */
  readonly location: string
  /** True if the response states the address, so that it must exist; otherwise, an id leads to it. */
  readonly isStated: boolean
}

interface Asked {
  readonly operation: OperationDescriptor
  readonly document: DocumentDescriptor
}

/**
 * The work that a response accepts. The address is in a header of a 202 or in a property such as `task_url`,
 * or it consists of the path of a documented read and an id, as for `task_id` and `/tasks/{id}`.
 */
export function acceptedWork(answer: Answer, asked: Asked): AcceptedWork | undefined {
  const header = answerWorkAddress(answer)
  return header === undefined ? workInBody(answer, asked) : { location: header, isStated: true }
}

/** The work that the body of a response names. */
export function workInBody(answer: Answer, asked: Asked): AcceptedWork | undefined {
  if (!isObject(answer.value) || answer.status < 200 || answer.status > 202) return undefined
  for (const [name, value] of Object.entries(answer.value)) {
    if (typeof value === 'string' && works.addresses.has(name)) return { location: value, isStated: true }
    const isId = typeof value === 'string' || typeof value === 'number'
    // A task that the request names is what the new item is about.
    const id = isId && !isInRequest(answer, { name, value }) ? String(value) : ''
    const location = id === '' ? undefined : addressOfWork(answer, { ...asked, name, id })
    if (location !== undefined) return { location, isStated: false }
  }
  return undefined
}

/** True if the documented properties of a response can name accepted work. */
export function canNameWork(names: readonly string[]): boolean {
  const isLongRunning = names.includes('name') && names.includes('done')
  return isLongRunning || names.some((name) => works.addresses.has(name) || works.ids.has(name))
}

function isInRequest(
  { exchange: { request } }: Answer,
  { name, value }: { readonly name: string; readonly value: string | number },
): boolean {
  const sent = answerJsonOfText(request.body ?? '')
  const segments = new URL(request.url).pathname.split('/').map(decodedPart)
  return segments.includes(String(value)) || (isObject(sent) && sent[name] === value)
}

/** A long-running operation's name, as in Google's APIs: "operations/7". @see https://google.aip.dev/151 */
const OPERATION_NAME = /^(?:.*\/)?(operations)\/([^/]+)$/

function addressOfWork(
  { exchange, value }: Answer,
  { operation, document, name, id }: Asked & { readonly name: string; readonly id: string },
): string | undefined {
  const [, kind, last] = (isObject(value) && 'done' in value && OPERATION_NAME.exec(id)) || []
  const named = kind ?? (works.ids.has(name) ? stemOf(name) : undefined)
  if (named === undefined) return undefined
  const asked = new URL(exchange.request.url).pathname.split('/')
  const base = asked.slice(0, asked.length - operation.path.split('/').length)
  const above = textsBoundInPath(operation.path, `/${asked.slice(base.length + 1).join('/')}`) ?? []
  const known = new Map(pathTemplates(operation.path).map(({ key }, index) => [key, above[index] ?? '']))
  // A new task is the created item itself.
  const own = resourceByName(document, operation.resource?.name)?.item
  const readers = document.operations.filter(
    ({ method, path }) => method === 'GET' && path !== own && isReader(path, named),
  )
  const [reader, ...others] = readers.filter(({ path }) =>
    pathTemplates(path)
      .slice(0, -1)
      .every(({ key }) => known.has(key)),
  )
  if (reader === undefined || others.length > 0) return undefined
  const values = [
    ...pathTemplates(reader.path)
      .slice(0, -1)
      .map(({ key }) => known.get(key) ?? ''),
    last ?? id,
  ]
  const written = values.reduce(
    (path, text) => path.replace(/\{[^{}]*\}/, () => encodeURIComponent(text)),
    reader.path,
  )
  return `${base.join('/')}${written}`
}

/** True for the path of a read of one job, task or operation: "/tasks/{id}", "/jobs/{task_id}". */
function isReader(path: string, named: string): boolean {
  const [, collection = '', template = ''] = /([^/]*)\/\{([^{}]*)\}\/?$/.exec(path) ?? []
  const [things, own] = [snakeCase(collection), snakeCase(template)]
  return (
    things === named ||
    singularOf(things) === named ||
    (works.ids.has(template) && own.startsWith(`${named}_`))
  )
}
