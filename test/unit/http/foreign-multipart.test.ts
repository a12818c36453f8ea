import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createApp } from '@concordat/runtime/server'
import { serve } from '@concordat/runtime/server/node'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Field, FORM, written } from '../../../bench/judges/multipart/form.ts'
import {
  byBusboy,
  byFormidable,
  byPython,
  byUndici,
  isThere,
  type Reader,
} from '../../../bench/judges/multipart/readers.ts'
import { documentOf, received } from '../server/echo-app.ts'

const NAMES = [
  'plain.txt',
  'with space.txt',
  'quo"te.txt',
  'héllo wörld.txt',
  'semi;colon=1.txt',
  'back\\slash.txt',
]
const TEXTS = ['plain', '', ' spaces around ', 'line\r\nbreak', 'quo"te', 'héllo ✓', '--boundary', 'a=b&c=d']

/** Whole forms, and the parts of them that a reader reports. */
const CASES: readonly (readonly [string, Readonly<Record<string, unknown>>, readonly Field[]])[] = [
  ...TEXTS.map((text) => [`the text ${JSON.stringify(text)}`, { text }, [{ name: 'text', text }]] as const),
  [
    'scalars',
    { count: 7, isOpen: true },
    [
      { name: 'count', text: '7' },
      { name: 'isOpen', text: 'true' },
    ],
  ],
  [
    'a list',
    { tags: ['a', '', 'b,c'] },
    [
      { name: 'tags', text: 'a' },
      { name: 'tags', text: '' },
      { name: 'tags', text: 'b,c' },
    ],
  ],
  ['an object', { meta: { a: 1 } }, [{ name: 'meta', text: '{"a":1}' }]],
  ...NAMES.map(
    (fileName) =>
      [
        `a file called ${fileName}`,
        { file: new File(['content'], fileName, { type: 'image/png' }) },
        [{ name: 'file', text: 'content', fileName, type: 'image/png' }],
      ] as const,
  ),
  [
    'an empty file',
    { file: new File([], 'empty.png', { type: 'image/png' }) },
    [{ name: 'file', text: '', fileName: 'empty.png', type: 'image/png' }],
  ],
]

const hasPython = isThere('python3', '--version')
const hasCurl = isThere('curl', '--version')

async function readBy(read: Reader, value: object): Promise<readonly Field[] | string | undefined> {
  const [fields] = await read([await written(value)])
  return fields
}

/**
 * The HTML Standard encodes a quote as "%22" but does not encode a percent sign, so readers cannot
 * distinguish the two.
 */
test('a "%22" in the name of a file is read as a quote, by undici as here', async () => {
  const value = { file: new File(['content'], 'a%22b.txt', { type: 'text/plain' }) }
  expect(await readBy(byUndici, value)).toMatchObject([{ fileName: 'a"b.txt' }])
})

describe('others read what is written', () => {
  test.each(CASES)('undici: %s', async (_name, value, fields) => {
    expect(await readBy(byUndici, value)).toEqual(fields)
  })

  /** The busboy parser does not decode "%22". */
  test.each(CASES.filter(([, , [field]]) => !field?.fileName?.includes('"')))(
    'busboy: %s',
    async (_name, value, fields) => {
      expect(await readBy(byBusboy, value)).toEqual(fields)
    },
  )

  /** The formidable parser drops everything before a backslash. */
  test.each(CASES.filter(([, , [field]]) => !field?.fileName?.includes('\\')))(
    'formidable: %s',
    async (_name, value, fields) => {
      expect(await readBy(byFormidable, value)).toEqual(fields)
    },
  )

  /**
   * RFC 7578, 4.2, and the HTML Standard encode names as UTF-8 and quotes as "%22"; e-mail uses other
   * encodings.
   */
  const mailable = CASES.filter(([, , [field]]) => !/["\\é]/.test(field?.fileName ?? ''))
  test.skipIf(!hasPython).each(mailable)('Python: %s', async (_name, value, fields) => {
    expect(await readBy(byPython, value)).toEqual(fields)
  })
})

describe('what others write is read', () => {
  const call = received({
    method: 'POST',
    requestBody: { required: true, content: { 'multipart/form-data': FORM } },
  })

  test.each(CASES)('undici: %s', async (_name, value) => {
    const form = new FormData()
    for (const [name, property] of Object.entries(value))
      for (const item of Array.isArray(property) ? property : [property])
        if (item instanceof Blob) form.append(name, item)
        else form.append(name, typeof item === 'object' ? JSON.stringify(item) : String(item))
    const { body } = await call(new Request('http://host/', { method: 'POST', body: form }))
    expect(await told(body)).toEqual(await told(value))
  })

  test.skipIf(!hasCurl)('curl: fields, a list, an object with its media type, and a file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'concordat-curl-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    writeFileSync(join(folder, 'a b.png'), 'content')
    let got: unknown
    const app = createApp(
      documentOf([
        {
          path: '/',
          method: 'POST',
          requestBody: { required: true, content: { 'multipart/form-data': FORM } },
        },
      ]),
      {
        validateResponses: 'off',
        handlers: {
          operation0: ({ body }: { readonly body: unknown }) => {
            got = body
            return { status: 204 }
          },
        },
      },
    )
    const server = await serve(app)
    onTestFinished(() => server.close(0))
    const fields = [
      'text=héllo; "✓"',
      'count=7',
      'isOpen=true',
      'tags=a',
      'tags=b',
      'meta={"a":1};type=application/json',
    ]
    const { stdout } = await promisify(execFile)('curl', [
      ...['--silent', '--noproxy', '*', '--output', '-', '--write-out', '%{http_code}'],
      ...fields.flatMap((field) =>
        field.startsWith('text=') ? ['--form-string', field] : ['--form', field],
      ),
      ...['--form', `file=@${join(folder, 'a b.png')};type=image/png`],
      `http://127.0.0.1:${server.port}/`,
    ])
    expect(stdout).toBe('204')
    expect(await told(got)).toEqual({
      text: 'héllo; "✓"',
      count: 7,
      isOpen: true,
      tags: ['a', 'b'],
      meta: { a: 1 },
      file: { fileName: 'a b.png', type: 'image/png', text: 'content' },
    })
  })
})

/** Returns a form with its files converted to plain data. */
async function told(form: unknown): Promise<Record<string, unknown>> {
  const entries = Object.entries(form as Record<string, unknown>).map(async ([name, value]) => [
    name,
    value instanceof File ? { fileName: value.name, type: value.type, text: await value.text() } : value,
  ])
  return Object.fromEntries(await Promise.all(entries))
}
