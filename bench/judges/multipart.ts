import { basename } from 'node:path'
import type { DocumentDescriptor } from '@concordat/runtime/http'
import { type App, createApp } from '@concordat/runtime/server'
import fc from 'fast-check'
import FormDataOfNode from 'form-data'
import { judgeDifferences, type NamedDifference } from './differences.ts'
import type { Judge } from './judge.ts'
import { type Field, FORM, type Written, written } from './multipart/form.ts'
import {
  byBusboy,
  byFormidable,
  byGo,
  byPython,
  byUndici,
  isThere,
  type Reader,
} from './multipart/readers.ts'

const SEED = 20_261_126
const FORMS = 500

/** Characters that tend to cause problems in forms. */
const letter = fc.constantFrom(...'ab 0"\'%\\/;=:,&+-.é✓\u{1f600}', '%22', '%0A', '\r\n', '--')
const text = fc.array(letter, { maxLength: 8 }).map((letters) => letters.join(''))
/**
 * Line breaks are removed because no real file name contains them, and spaces at either end because readers
 * disagree about them.
 */
const fileName = text.map((name) => `${name.replaceAll('\r\n', '').trim()}.png`)

const form = fc.record(
  {
    text,
    count: fc.integer(),
    isOpen: fc.boolean(),
    tags: fc.array(text, { minLength: 1, maxLength: 3 }),
    meta: fc.record({ a: fc.integer() }),
    file: fc.tuple(text, fileName).map(([content, name]) => new File([content], name, { type: 'image/png' })),
  },
  { requiredKeys: [] },
)

type Form = Readonly<Record<string, unknown>>

const READERS: Readonly<Record<string, readonly [reader: Reader, isThere: boolean]>> = {
  undici: [byUndici, true],
  busboy: [byBusboy, true],
  formidable: [byFormidable, true],
  Python: [byPython, isThere('python3', '--version')],
  Go: [byGo, isThere('go', 'version')],
}

const WRITERS: Readonly<Record<string, (form: Form) => Promise<Written>>> = {
  undici: async (value) => {
    const body = new FormData()
    append(value, (name, item) => body.append(name, item))
    const response = new Response(body)
    const contentType = response.headers.get('content-type') ?? ''
    return { bytes: new Uint8Array(await response.arrayBuffer()), contentType }
  },
  'form-data': async (value) => {
    const body = new FormDataOfNode()
    for (const [name, item] of await withBytes(value))
      if (item instanceof Buffer)
        body.append(name, item, { filename: (value[name] as File).name, contentType: 'image/png' })
      else body.append(name, item)
    return { bytes: new Uint8Array(body.getBuffer()), contentType: body.getHeaders()['content-type'] ?? '' }
  },
}

/** A form that the receiving end reads differently. */
interface Difference {
  readonly by: string
  readonly expected: unknown
  readonly got: string
}

/**
 * Reads a name as the HTML Standard writes it: a quote as "%22", line breaks as "%0A" and "%0D", and a
 * percent sign unchanged.
 */
const asHtml = (name: string): string =>
  name.replaceAll(/%0a/gi, '\n').replaceAll(/%0d/gi, '\r').replaceAll('%22', '"')

const withoutQuotes = (name: string): string => name.replaceAll('"', '%22')

/**
 * Differences in file names, which no standard can write without loss, each with a function that changes a
 * name as the other program does. The programs agree on everything else.
 */
const NAMES: readonly (readonly [by: string, reason: string, readAs: (name: string) => string])[] = [
  [
    'by undici',
    'undici, like our server, decodes "%22", "%0A" and "%0D" in a file name, because browsers write quotes and line breaks that way (HTML, 4.10.21.8). A name that literally contains them therefore arrives changed.',
    asHtml,
  ],
  [
    'read by busboy',
    'busboy reads "\\\\" as a quoted pair (RFC 9110, 5.6.4), where browsers write a backslash as it is, and leaves "%22".',
    (name) => withoutQuotes(name).replaceAll('\\\\', '\\'),
  ],
  [
    'read by Go',
    'Go reads a backslash before a delimiter as a quoted pair (RFC 9110, 5.6.4), where browsers write it as it is, and leaves "%22".',
    (name) => withoutQuotes(name).replaceAll(/\\([()<>@,;:\\"/[\]?=])/g, '$1'),
  ],
  [
    'read by formidable',
    'formidable drops everything before a backslash, because old browsers sent paths, and decodes "%22".',
    (name) => withoutQuotes(name).replace(/^.*\\/, '').replaceAll('%22', '"'),
  ],
  [
    'read by Python',
    'Python treats every backslash as mail does, as the start of a quoted pair (RFC 5322, 3.2.1), and does not decode "%22".',
    (name) => withoutQuotes(name).replaceAll(/\\(.)/g, '$1'),
  ],
  [
    'written by form-data',
    'form-data writes only the last segment of a name, and a name that literally contains "%22" arrives changed.',
    (name) => asHtml(basename(name)),
  ],
]

const NAMED: readonly NamedDifference<Difference>[] = NAMES.map(([by, reason, readAs]) => ({
  reason,
  fits: (difference) =>
    difference.by.endsWith(by) && JSON.stringify(difference.expected, withNames(readAs)) === difference.got,
}))

/** Creates a replacer for `JSON.stringify` that changes file names as a certain reader would. */
function withNames(readAs: (name: string) => string): (key: string, value: unknown) => unknown {
  return (key, value) => (key === 'fileName' && typeof value === 'string' ? readAs(value) : value)
}

/**
 * Compares both directions: other libraries read what the client writes, and the server reads what they
 * write.
 */
export const multipart: Judge = {
  name: 'multipart',
  measures: 'seeded forms that other libraries read or write differently, apart from known differences',
  async judge({ signal, onStep }) {
    const forms: readonly Form[] = fc.sample(form, { numRuns: FORMS, seed: SEED })
    const sent = await Promise.all(forms.map(written))
    const fields = await Promise.all(forms.map(fieldsOf))
    const differences: Difference[] = []
    const compare = (by: string, expected: unknown, got: unknown) => {
      const text = JSON.stringify(got)
      if (JSON.stringify(expected) !== text) differences.push({ by, expected, got: text })
    }
    const missing: string[] = []
    for (const [name, [read, isInstalled]] of Object.entries(READERS)) {
      signal.throwIfAborted()
      onStep(`multipart: read by ${name}`)
      if (!isInstalled) missing.push(name)
      else
        for (const [index, got] of (await read(sent)).entries())
          compare(`read by ${name}`, fields[index], got)
    }
    const server = echo()
    for (const [name, write] of Object.entries(WRITERS)) {
      onStep(`multipart: written by ${name}`)
      for (const value of forms)
        compare(`written by ${name}`, await told(value), await server(await write(value)))
    }
    const skipped = missing.length === 0 ? '' : `, without ${missing.join(' and ')}, not installed`
    const others = [...Object.keys(READERS), ...Object.keys(WRITERS)].length - missing.length
    return judgeDifferences({
      compared: `${FORMS} forms, each read or written by ${others} other libraries${skipped}`,
      differences,
      named: NAMED,
      describe: ({ by, expected, got }) => `${by}: ${JSON.stringify(expected)} as ${got}`,
      isFixed: missing.length === 0,
    })
  },
}

function append(form: Form, to: (name: string, item: string | Blob) => void): void {
  for (const [name, value] of Object.entries(form))
    for (const item of Array.isArray(value) ? value : [value])
      if (item instanceof Blob) to(name, item)
      else to(name, typeof item === 'object' ? JSON.stringify(item) : String(item))
}

async function withBytes(form: Form): Promise<readonly (readonly [name: string, item: string | Buffer])[]> {
  const items: [string, string | Blob][] = []
  append(form, (name, item) => items.push([name, item]))
  return Promise.all(
    items.map(
      async ([name, item]) =>
        [name, typeof item === 'string' ? item : Buffer.from(await item.arrayBuffer())] as const,
    ),
  )
}

/** The fields that a reader should find in a form. */
async function fieldsOf(form: Form): Promise<readonly Field[]> {
  const items: [string, string | Blob][] = []
  append(form, (name, item) => items.push([name, item]))
  return Promise.all(
    items.map(async ([name, item]) =>
      item instanceof File
        ? { name, text: await item.text(), fileName: item.name, type: item.type }
        : { name, text: String(item) },
    ),
  )
}

/**
 * Creates a function that returns a generated server's view of a form: what its handler receives, with files
 * as data, or the status.
 */
function echo(): (form: Written) => Promise<unknown> {
  let given: unknown
  const document: DocumentDescriptor = {
    title: 'Forms',
    version: '1',
    resources: [],
    definitions: {},
    securitySchemes: {},
    operations: [
      {
        operationId: 'send',
        pointer: '#/paths/~1/post',
        tag: 'default',
        method: 'POST',
        path: '/',
        requestBody: { required: true, content: { 'multipart/form-data': FORM } },
        responses: { 204: {} },
      },
    ],
  }
  const app: App = createApp(document, {
    validateResponses: 'off',
    handlers: {
      send: ({ body }: { readonly body: unknown }) => {
        given = body
        return { status: 204 }
      },
    },
  })
  return async ({ bytes, contentType }) => {
    const request = new Request('http://127.0.0.1/', {
      method: 'POST',
      headers: { 'content-type': contentType },
      body: bytes,
    })
    const { status } = await app(request)
    return status === 204 ? told(given as Form) : `status ${status}`
  }
}

async function told(form: Form): Promise<Form> {
  const entries = Object.keys(form)
    .sort()
    .map(async (name) => {
      const { [name]: value } = form
      if (!(value instanceof File)) return [name, value]
      return [name, { fileName: value.name, type: value.type, text: await value.text() }]
    })
  return Object.fromEntries(await Promise.all(entries))
}
