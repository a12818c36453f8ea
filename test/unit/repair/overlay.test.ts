import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { load } from '../../../generator/load/load.ts'
import { overlayText } from '../../../generator/repair/overlay.ts'
import { exchange, repaired } from './repaired.ts'

/**
 * Third-party programs that apply overlays: `overlayjs` from the npm package openapi-overlays-js, and
 * `oas-patch` from PyPI.
 */
const OTHERS: readonly [
  name: string,
  program: string,
  args: (document: string, overlay: string) => string[],
][] = [
  [
    'overlayjs',
    process.env['TEST_OVERLAYJS'] ?? '',
    (document, overlay) => ['--openapi', document, '--overlay', overlay],
  ],
  ['oas-patch', process.env['TEST_OAS_PATCH'] ?? '', (document, overlay) => ['overlay', document, overlay]],
]

const document = {
  ...{ openapi: '3.1.0', info: { title: "It's", version: '1' } },
  paths: {
    "/it's/{id}.json": {
      get: {
        operationId: 'readThing',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: {
          '200': {
            description: 'A thing',
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['a', 'b', 'c'],
                  properties: {
                    a: { type: 'integer' },
                    b: { type: 'string', enum: ['x'] },
                    c: { type: ['string', 'integer'] },
                    d: { oneOf: [{ type: 'number' }, { type: 'integer' }] },
                    e: { allOf: [{ type: 'string', maxLength: 1 }] },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
}
const path = "/it's/7.json"
const traffic = [
  exchange({ path, answer: { a: 'x', b: 'y', c: null, d: 1, e: 'long', f: { g: 1 } } }),
  exchange({ path, answer: { b: 'x' } }),
  exchange({ path, status: 404, answer: { title: 'No', at: '2026-01-01T00:00:00Z' } }),
]

test('an overlay is read as it is written, in YAML and in JSON', async () => {
  const { overlay, after, left } = await repaired(document, traffic)
  expect(left).toEqual([])
  const folder = mkdtempSync(join(tmpdir(), 'concordat-'))
  try {
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document))
    for (const name of ['overlay.yaml', 'overlay.json']) {
      const file = join(folder, name)
      writeFileSync(file, overlayText(overlay, file))
      const loaded = await load({ document: join(folder, 'openapi.json'), overlays: [file] })
      expect(loaded.document).toEqual(after.model.document)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})

describe.each(OTHERS)('%s', (_, program, args) => {
  test.skipIf(program === '')('makes the same document of it', async () => {
    const { overlay, after } = await repaired(document, traffic)
    const folder = mkdtempSync(join(tmpdir(), 'concordat-'))
    try {
      const [openapi, file] = [join(folder, 'openapi.json'), join(folder, 'overlay.yaml')]
      writeFileSync(openapi, JSON.stringify(document))
      writeFileSync(file, overlayText(overlay, file))
      const text = execFileSync(program, args(openapi, file), { encoding: 'utf8' })
      expect(parse(text)).toEqual(JSON.parse(JSON.stringify(after.model.document)))
      expect(readFileSync(openapi, 'utf8')).toBe(JSON.stringify(document))
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
