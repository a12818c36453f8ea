import type { Service } from '../route.ts'

type Does = 'list' | 'create' | 'fill' | 'read' | 'update' | 'put' | 'delete' | 'act'

/**
 * One operation of a dialect, such as "POST /boats/get", whose body contains the name of a boat as a
 * property.
 */
export interface Line {
  readonly id: string
  readonly route: string
  readonly does: Does
  /**
   * The location and the name of an item's identifier: "body boat_id", or "body boat_ids[]" if the property
   * is a list of identifiers.
   */
  readonly named?: string
}

/** The way in which a server names its actions, and the items on which they act. */
export interface Dialect {
  readonly name: string
  /**
   * The property that identifies an item. The server chooses a number for it, or the client chooses a string.
   */
  readonly key: string
  readonly chosenBy: 'server' | 'client'
  /**
   * The properties of responses that contain the item, and of lists that contain the items; absent if the
   * whole response does.
   */
  readonly one?: string
  readonly all?: string
  /**
   * Reads return a list, which omits items that do not exist, and an item that does not exist can be deleted.
   */
  readonly isSilent?: true
  /** A creation returns only the identifier, in JSON or as plain text. */
  readonly isBare?: true | 'text'
  /** Each answer has 200, and says with a member if the request failed. */
  readonly tells?: 'ok' | 'code'
  /** Keys are octets. */
  readonly isBase64?: true
  readonly lines: readonly Line[]
}

/** A server in memory that records each change to an item that it had at first. */
export interface Harbour {
  readonly serve: Service
  readonly touched: readonly string[]
  readonly left: () => readonly unknown[]
}

const FIRST = { text: 'theirs', number: 7 }
const label = { type: 'string', minLength: 1, maxLength: 60 }

/** An answer that tells its outcome itself. */
const TELLING = {
  ok: (content: object) => ({ ok: true, ...content }),
  code: (data: object) => ({ code: 0, message: 'ok', data }),
}

const FAILING = {
  ok: (error: string) => ({ ok: false, error }),
  code: (message: string) => ({ code: 1, message, data: null }),
}

function keySchema({ chosenBy, isBase64 }: Dialect): object {
  if (isBase64) return { type: 'string', format: 'byte' }
  return chosenBy === 'server' ? { type: 'integer' } : { type: 'string', minLength: 1, maxLength: 60 }
}

function takesLabel(does: Does): boolean {
  return does === 'create' || does === 'update' || does === 'put'
}

function itemSchema(dialect: Dialect): object {
  return {
    type: 'object',
    required: [dialect.key, 'label'],
    properties: { [dialect.key]: keySchema(dialect), label },
  }
}

interface Place {
  readonly location?: string
  readonly name: string
  /** A list of names. */
  readonly isList: boolean
}

function placeOf({ named = '' }: Line): Place {
  const [, location, name = '', list] = /^(\w+) (\w+)(\[\])?$/.exec(named) ?? []
  return { ...(location !== undefined && { location }), name, isList: list !== undefined }
}

function bodyOf(dialect: Dialect, line: Line): object | undefined {
  const { does } = line
  const { location, name, isList } = placeOf(line)
  const key = isList ? { type: 'array', items: keySchema(dialect), minItems: 1 } : keySchema(dialect)
  const makes = does === 'create' || does === 'fill'
  const isChosen = makes && dialect.chosenBy === 'client' && location !== 'query'
  const properties = {
    ...(location === 'body' && { [name]: key }),
    ...(isChosen && { [dialect.key]: keySchema(dialect) }),
    ...((takesLabel(does) || makes) && location !== 'query' && { label }),
  }
  const item = { type: 'object', required: Object.keys(properties), properties }
  if (does === 'fill') return { type: 'array', minItems: 1, items: item }
  return Object.keys(properties).length === 0 ? undefined : item
}

function answerOf(dialect: Dialect, line: Line): object {
  const { does } = line
  const { one, all, isSilent, isBare } = dialect
  const item = { $ref: '#/components/schemas/Item' }
  const items = { type: 'array', items: item }
  const wrapped = (name: string | undefined, schema: object) =>
    name === undefined ? schema : { type: 'object', required: [name], properties: { [name]: schema } }
  if (isSilent && does === 'read') return { type: 'object', properties: { [all ?? '']: items } }
  if (does === 'create' && placeOf(line).location === 'query') return { type: 'object' }
  if (isBare && does === 'create') return keySchema(dialect)
  if (does === 'delete' || (isSilent && does === 'put')) return { type: 'object' }
  return does === 'list' || does === 'fill' ? wrapped(all, items) : wrapped(one, item)
}

/** The schema of an answer that tells its outcome. */
function tellingSchema({ tells }: Dialect, content: object): object {
  const text = { type: 'string' }
  if (tells === undefined) return content
  if (tells === 'ok')
    return {
      type: 'object',
      required: ['ok'],
      properties: { ok: { type: 'boolean' }, error: text, ...Object(content).properties },
    }
  const data = { anyOf: [content, { type: 'null' }] }
  const properties = { code: { type: 'integer' }, message: text, data }
  return { type: 'object', required: ['code', 'message'], properties }
}

function contentOf(dialect: Dialect, line: Line): object {
  const isText = dialect.isBare === 'text' && line.does === 'create'
  return isText
    ? { 'text/plain': { schema: { type: 'string' } } }
    : json(tellingSchema(dialect, answerOf(dialect, line)))
}

const json = (schema: object) => ({ 'application/json': { schema } })

export function documentOf(dialect: Dialect): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const line of dialect.lines) {
    const [method = '', path = ''] = line.route.split(' ')
    const { location, name } = placeOf(line)
    const body = method === 'GET' ? undefined : bodyOf(dialect, line)
    const own = paths[path] ?? {}
    paths[path] = own
    own[method.toLowerCase()] = {
      operationId: line.id,
      ...((location === 'query' || location === 'path') && {
        parameters: [
          {
            ...{ in: location, name, required: location === 'path' || dialect.tells === undefined },
            schema: keySchema(dialect),
          },
        ],
      }),
      ...(body !== undefined && { requestBody: { required: true, content: json(body) } }),
      responses: {
        200: { description: 'Done', content: contentOf(dialect, line) },
        ...(dialect.tells === undefined && {
          400: { description: 'Wrong', content: json({ type: 'object' }) },
          ...(!dialect.isSilent && { 404: { description: 'Absent', content: json({ type: 'object' }) } }),
        }),
      },
    }
  }
  const schemas = { Item: itemSchema(dialect) }
  return { openapi: '3.1.0', info: { title: dialect.name, version: '1' }, paths, components: { schemas } }
}

export function harbourOf(dialect: Dialect): Harbour {
  const { key, chosenBy, one, all, lines, isSilent = false, isBase64 = false, isBare, tells } = dialect
  const first = chosenBy === 'server' ? FIRST.number : isBase64 ? btoa(FIRST.text) : FIRST.text
  const items = new Map<unknown, Record<string, unknown>>([[first, { [key]: first, label: 'theirs' }]])
  const touched: string[] = []
  let last = FIRST.number
  const refuse = (status: number, what = 'body', words = 'invalid') =>
    tells === undefined
      ? Response.json({ message: 'no' }, { status })
      : Response.json(FAILING[tells](`${what} ${status === 404 ? 'does not exist' : words}`))
  const show = (name: string | undefined, value: unknown) => {
    const content = name === undefined ? value : { [name]: value }
    return Response.json(tells === undefined ? content : TELLING[tells](Object(content)))
  }
  const isKey = (value: unknown): boolean =>
    chosenBy === 'server'
      ? Number.isInteger(value)
      : typeof value === 'string' && value !== '' && value.length <= 60
  const isLabel = (value: unknown): boolean =>
    typeof value === 'string' && value !== '' && [...value].length <= 60

  function perform(line: Line, name: unknown, body: Readonly<Record<string, unknown>>): Response {
    const { does } = line
    if (does === 'list') return show(all, [...items.values()])
    const isInQuery = placeOf(line).location === 'query'
    if (takesLabel(does) && !isInQuery && !isLabel(body['label'])) return refuse(400, 'label')
    if (does === 'create') {
      const made = chosenBy === 'server' ? ++last : isInQuery ? name : body[key]
      if (!isKey(made)) return refuse(400, key)
      if (items.has(made)) return refuse(409, key, 'already exists')
      items.set(made, { [key]: made, label: isInQuery ? 'new' : body['label'] })
      if (isInQuery) return show(undefined, {})
      if (isBare === 'text') return new Response(String(made), { headers: { 'content-type': 'text/plain' } })
      return isBare ? Response.json(made) : show(one, items.get(made))
    }
    if (!isKey(name) || (isBase64 && Buffer.from(String(name), 'base64').toString('base64') !== name))
      return refuse(400, placeOf(line).name)
    if (does !== 'read' && name === first) touched.push(`${line.id} ${String(name)}`)
    if (does === 'put') items.set(name, { [key]: name, label: body['label'] })
    const item = items.get(name)
    if (isSilent) {
      if (does === 'delete') items.delete(name)
      return Response.json(does !== 'read' || item === undefined ? {} : { [all ?? '']: [item] })
    }
    if (item === undefined) return refuse(404, placeOf(line).name)
    if (does === 'update') item['label'] = body['label']
    if (does !== 'delete') return show(one, item)
    items.delete(name)
    return show(undefined, {})
  }

  function fill(line: Line, whole: unknown): Response {
    if (!Array.isArray(whole) || whole.length === 0 || !whole.every((each) => isLabel(Object(each).label)))
      return refuse(400)
    const before = new Set(items.keys())
    const answers = whole.map((each) => perform({ ...line, does: 'create' }, undefined, Object(each)))
    const refused = answers.find(({ ok }) => !ok)
    if (refused === undefined) return show(all, [...items.values()].slice(before.size))
    for (const name of [...items.keys()]) if (!before.has(name)) items.delete(name)
    return refused
  }

  const serve: Service = async (request) => {
    const url = new URL(request.url)
    const there = lines.flatMap((line) => {
      const pattern = line.route.replace(/^\w+ /, '').replace(/\{\w+\}/, '([^/]+)')
      const found = new RegExp(`^${pattern}$`).exec(url.pathname)
      return found === null ? [] : [{ ...line, inPath: decodeURIComponent(found[1] ?? '') }]
    })
    if (there.length === 0) return refuse(404)
    const line = there.find(({ route }) => route.startsWith(`${request.method} `))
    if (line === undefined) {
      const allow = there.map(({ route }) => route.split(' ')[0]).join(', ')
      return Response.json({}, { status: 405, headers: { allow } })
    }
    const { location, name, isList } = placeOf(line)
    const wantsBody = request.method !== 'GET' && bodyOf(dialect, line) !== undefined
    if (wantsBody && !/^application\/json\b/.test(request.headers.get('content-type') ?? ''))
      return refuse(400)
    const whole: unknown = await request
      .clone()
      .json()
      .catch(() => undefined)
    if (line.does === 'fill') return fill(line, whole)
    const body: unknown = await request.json().catch(() => (wantsBody ? undefined : {}))
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return refuse(400)
    const fields = body as Record<string, unknown>
    const text = location === 'path' ? line.inPath : url.searchParams.get(name)
    const asked = text !== null && chosenBy === 'server' && /^-?\d+$/.test(text) ? Number(text) : text
    if (location !== 'body') return perform(line, asked, fields)
    if (!isList) return perform(line, fields[name], fields)
    const names = fields[name]
    if (!Array.isArray(names) || names.length === 0) return refuse(400)
    const answers = names.map((each) => perform(line, each, fields))
    return answers.find(({ ok }) => !ok) ?? answers[0] ?? refuse(400)
  }
  return { serve, touched, left: () => [...items.values()] }
}
