import { execFileSync } from 'node:child_process'
import { parse as parseQuery } from 'node:querystring'
import {
  type DocumentDescriptor,
  type OperationDescriptor,
  type ParameterDescriptor,
  SerializationError,
  type Style,
  serializeCookies,
  serializeQuery,
} from '@concordat/runtime/http'
import { createApp } from '@concordat/runtime/server'
import fc from 'fast-check'
import {
  defaultPathSerializer,
  serializeArrayParam,
  serializeObjectParam,
  serializePrimitiveParam,
} from 'openapi-fetch'
import qs from 'qs'
import { judgeDifferences, type NamedDifference } from './differences.ts'
import type { Judge } from './judge.ts'
import { isThere } from './multipart/readers.ts'

const SEED = 20_261_126
/** Values of each form of a parameter. */
const VALUES = 100

/** Letters that URLs, styles and cookies have their trouble with. */
const text = fc
  .array(fc.constantFrom(...'ab0 é✓+&=%/;-"\',.|[]:@?#', '%41'), { minLength: 1, maxLength: 6 })
  .map((letters) => letters.join(''))
const SHAPES = {
  text,
  list: fc.array(text, { minLength: 1, maxLength: 3 }),
  object: fc.record({ a: text, b: text }),
}

type Shape = keyof typeof SHAPES
type Value = string | readonly string[] | Readonly<Record<string, string>>

const SCHEMAS = {
  text: { type: 'string' },
  list: { type: 'array', items: { type: 'string' } },
  object: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } },
} as const

/** A way to write a parameter: "query form exploded list". */
interface Form {
  readonly location: 'path' | 'query' | 'cookie'
  readonly style: Style
  readonly explode: boolean
  readonly shape: Shape
}

const nameOf = ({ location, style, explode, shape }: Form): string =>
  `${location} ${style} ${explode ? 'exploded' : 'joined'} ${shape}`

function forms(
  location: Form['location'],
  styles: readonly Style[],
  shapes: readonly Shape[] = ['text', 'list', 'object'],
): readonly Form[] {
  return styles.flatMap((style) =>
    [true, false].flatMap((explode) => shapes.map((shape) => ({ location, style, explode, shape }))),
  )
}

const DELIMITED = forms('query', ['spaceDelimited', 'pipeDelimited'], ['list']).filter(
  ({ explode }) => !explode,
)
const DEEP = forms('query', ['deepObject'], ['object']).filter(({ explode }) => explode)
const QUERY = [...forms('query', ['form']), ...DELIMITED, ...DEEP]

/** Clients of others: the part of the URL that they write, or `undefined` for a form that they do not know. */
const WRITERS: Readonly<Record<string, (form: Form, value: Value) => string | undefined>> = {
  'openapi-fetch': ({ location, style, explode, shape }, value) => {
    if (location === 'path') {
      const [before, after] = [{ label: '.', matrix: ';' }[String(style)] ?? '', explode ? '*' : '']
      return defaultPathSerializer(`{${before}value${after}}`, { value })
    }
    const options = { style: style as 'form', explode }
    if (shape === 'text') return serializePrimitiveParam('value', String(value))
    return shape === 'list'
      ? serializeArrayParam('value', [...Object.values(value)], options)
      : serializeObjectParam('value', { ...Object(value) }, options)
  },
  qs: ({ location, style, explode }, value) => {
    if (location === 'path' || (style === 'form' && !explode) || style.endsWith('Delimited')) return undefined
    if (style === 'form' && typeof value === 'object' && !Array.isArray(value)) return qs.stringify(value)
    return qs.stringify({ value }, { arrayFormat: 'repeat' })
  },
}

type Reading = Readonly<Record<string, unknown>>

/** Readers of others: what they find in a query, of the forms that they know. */
const READERS: Readonly<
  Record<string, { readonly forms: readonly Form[]; readonly read: (text: string) => Reading }>
> = {
  qs: { forms: QUERY.filter(({ explode }) => explode), read: (query) => qs.parse(query) },
  'node:querystring': {
    forms: QUERY.filter(({ style, explode }) => explode && style === 'form'),
    read: (query) => parseQuery(query),
  },
}

/** A value that the other end reads otherwise. */
interface Difference {
  readonly by: string
  readonly form: Form
  readonly value: Value
  readonly written: string
  readonly got: unknown
}

const holds = (value: Value, letters: RegExp): boolean =>
  typeof value === 'string' ? letters.test(value) : Object.values(value).some((item) => letters.test(item))

const NAMED: readonly NamedDifference<Difference>[] = [
  {
    reason:
      'A segment "." or ".." never arrives: URLs resolve it (RFC 3986, 5.2.4). Our client refuses to send it.',
    fits: ({ form, written }) => form.location === 'path' && /^\.{1,2}$/.test(written),
  },
  {
    reason:
      'The style "label" separates by ".", which no client percent-encodes, so an item with "." cannot be told from two (RFC 6570, 3.2.5).',
    fits: ({ form, value }) => form.style === 'label' && form.explode && holds(value, /\./),
  },
  {
    reason:
      'Delimiters may come percent-encoded (OpenAPI 3.1.1, 4.8.12.4), so an item that has one cannot be told from two. Our client refuses to send it.',
    fits: ({ form: { style }, value }) =>
      (style === 'spaceDelimited' && holds(value, / /)) || (style === 'pipeDelimited' && holds(value, /\|/)),
  },
]

/** Lets clients of others write parameters for the server, and readers of others read what the client writes. */
export const styles: Judge = {
  name: 'styles',
  measures: 'seeded parameters that others write or read otherwise, beside named ones',
  async judge({ signal, onStep }) {
    const differences: Difference[] = []
    let compared = 0
    const compare = (difference: Difference) => {
      compared++
      if (JSON.stringify(difference.got) !== JSON.stringify(difference.value)) differences.push(difference)
    }
    const server = reader()
    for (const [name, write] of Object.entries(WRITERS)) {
      onStep(`styles: written by ${name}`)
      for (const form of [...forms('path', ['simple', 'label', 'matrix']), ...QUERY])
        for (const value of valuesOf(form)) {
          signal.throwIfAborted()
          const written = write(form, value)
          if (written !== undefined)
            compare({ by: `written by ${name}`, form, value, written, got: await server(form, written) })
        }
    }
    for (const [name, { forms, read }] of Object.entries(READERS)) {
      onStep(`styles: read by ${name}`)
      for (const form of forms)
        for (const value of valuesOf(form)) {
          const written = write(form, value)
          if (written === undefined) continue
          const found = read(written)
          const isSpread = form.shape === 'object' && form.style === 'form'
          const got = isSpread ? { ...found } : asListed(form, found['value'])
          compare({ by: `read by ${name}`, form, value, written, got })
        }
    }
    const hasPython = isThere('python3', '--version')
    if (hasPython) for (const difference of readByPython()) compare(difference)
    return judgeDifferences({
      compared: `${compared} parameters${hasPython ? '' : ', without Python, not installed'}`,
      differences,
      named: NAMED,
      describe: ({ by, form, value, written, got }) =>
        `${by}: ${nameOf(form)} ${JSON.stringify(value)} as ${written}: ${JSON.stringify(got)}`,
      isFixed: true,
    })
  },
}

function valuesOf(form: Form): readonly Value[] {
  return fc.sample<Value>(SHAPES[form.shape], { numRuns: VALUES, seed: SEED })
}

/** A list of one looks as its item. */
function asListed({ shape }: Form, found: unknown): unknown {
  return shape === 'list' && typeof found === 'string' ? [found] : found
}

function parameterOf({ location, style, explode, shape }: Form): ParameterDescriptor {
  const own = { name: 'value', in: location, style, explode, schema: SCHEMAS[shape] }
  return location === 'path' ? { ...own, required: true } : own
}

/** Text that the client writes; `undefined` where it refuses to. */
function write(form: Form, value: Value): string | undefined {
  const serialize = form.location === 'cookie' ? serializeCookies : serializeQuery
  try {
    return serialize([parameterOf(form)], { value })
  } catch (error) {
    if (error instanceof SerializationError) return undefined
    throw error
  }
}

/** Value that a handler of the generated server gets, or the status of a refusal. */
function reader(): (form: Form, written: string) => Promise<unknown> {
  const all = [...forms('path', ['simple', 'label', 'matrix']), ...QUERY]
  let given: unknown
  const operations = all.map(
    (form, index): OperationDescriptor => ({
      operationId: `read${index}`,
      pointer: '#',
      tag: 'default',
      method: 'GET',
      path: form.location === 'path' ? `/${index}/{value}` : `/${index}`,
      parameters: [parameterOf(form)],
      responses: { 204: {} },
    }),
  )
  const document: DocumentDescriptor = {
    ...{ title: 'Styles', version: '1', resources: [], definitions: {}, securitySchemes: {} },
    operations,
  }
  const handler = ({ path, query }: { readonly path?: Reading; readonly query?: Reading }) => {
    given = { ...path, ...query }['value']
    return { status: 204 }
  }
  const app = createApp(document, {
    validateResponses: 'off',
    handlers: Object.fromEntries(operations.map(({ operationId }) => [operationId, handler])),
  })
  return async (form, written) => {
    const index = all.findIndex((one) => nameOf(one) === nameOf(form))
    const place = form.location === 'path' ? `/${index}/${written}` : `/${index}?${written}`
    const { status } = await app(new Request(`http://127.0.0.1${place}`))
    return status === 204 ? given : `status ${status}`
  }
}

const PYTHON = `
import json, sys, urllib.parse
from http.cookies import SimpleCookie
def read(location, text):
    if location == 'query':
        return urllib.parse.parse_qs(text, keep_blank_values=True).get('value', [])
    return [urllib.parse.unquote(morsel.value) for morsel in SimpleCookie(text).values()]
print(json.dumps([read(*one) for one in json.load(sys.stdin)]))
`

function readByPython(): readonly Difference[] {
  const known = [
    ...forms('query', ['form'], ['text', 'list']).filter(({ explode }) => explode),
    ...forms('cookie', ['form'], ['text']),
  ]
  const cases = known.flatMap((form) =>
    valuesOf(form).map((value) => ({ form, value, written: write(form, value) ?? '' })),
  )
  const input = JSON.stringify(cases.map(({ form, written }) => [form.location, written]))
  const read: readonly (readonly string[])[] = JSON.parse(
    execFileSync('python3', ['-c', PYTHON], { input, encoding: 'utf8' }),
  )
  return cases.map((one, index) => {
    const found = read[index] ?? []
    return { ...one, by: 'read by Python', got: one.form.shape === 'list' ? found : found[0] }
  })
}
