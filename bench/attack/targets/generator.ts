import { writeFileSync } from 'node:fs'
import type { Target } from '../target.ts'
import { attackProgram, fileIn } from './programs.ts'

type Schemas = Readonly<Record<string, unknown>>

const withSchemas = (schemas: Schemas): string =>
  JSON.stringify({
    openapi: '3.1.1',
    info: { title: 'Means ill', version: '1' },
    paths: {
      '/a': {
        post: {
          operationId: 'a',
          requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/A0' } } } },
          responses: { 204: { description: 'ok' } },
        },
      },
    },
    components: { schemas },
  })

const next = (index: number) => ({ $ref: `#/components/schemas/A${index}` })

const chain = (length: number, make: (index: number) => unknown): Schemas =>
  Object.fromEntries(
    Array.from({ length }, (_, index) => [
      `A${index}`,
      index === length - 1 ? { type: 'object' } : make(index + 1),
    ]),
  )

const nested = (levels: number, open: string, close: string): string =>
  withSchemas({ A0: 0 }).replace('"A0":0', `"A0":${open.repeat(levels)}true${close.repeat(levels)}`)

const aliases = (): string =>
  [
    'openapi: 3.1.1',
    'x-0: &a0 [l,l,l,l,l,l,l,l,l]',
    ...Array.from(
      { length: 12 },
      (_, index) => `x-${index + 1}: &a${index + 1} [${Array(9).fill(`*a${index}`).join(',')}]`,
    ),
  ].join('\n')

/** Hostile documents, most of them easy to write but expensive to read. */
const DOCUMENTS: Readonly<Record<string, () => string>> = {
  'aliases that repeat aliases': aliases,
  'properties nested 1,000 levels deep': () => nested(1000, '{"properties":{"a":', '}}'),
  'allOf nested 5,000 levels deep': () => nested(5000, '{"allOf":[', ']}'),
  '5 MB of brackets': () => '['.repeat(5 * 2 ** 20),
  'a chain of 10,000 references': () => withSchemas(chain(10_000, next)),
  'allOf that doubles, 40 times': () =>
    withSchemas(chain(40, (index) => ({ allOf: [next(index), next(index)] }))),
  'oneOf that doubles, 40 times': () =>
    withSchemas(chain(40, (index) => ({ oneOf: [next(index), { type: 'array', items: next(index) }] }))),
  'a pattern with nested groups': () =>
    withSchemas({ A0: { type: 'string', pattern: '('.repeat(20_000) + ')'.repeat(20_000) } }),
  'a pattern with nested repetitions': () =>
    withSchemas({ A0: { type: 'string', pattern: '((((a{1,99}){1,99}){1,99}){1,99}){1,99}' } }),
  'names of Object.prototype': () =>
    withSchemas({
      A0: { type: 'object', properties: { ['__proto__']: {}, constructor: {}, hasOwnProperty: next(1) } },
      A1: { properties: { toString: {} } },
    }),
  'a reference to another host': () => withSchemas({ A0: { $ref: '\\\\127.0.0.1\\x' } }),
  'references outside the folder': () => withSchemas({ A0: { $ref: '../../../../etc/passwd' } }),
  'an enum of 100,000 values': () =>
    withSchemas({ A0: { enum: Array.from({ length: 100_000 }, (_, index) => `v${index}`) } }),
  'names that are code': () =>
    withSchemas({
      A0: { type: 'object', properties: { ['`${process.exit(9)}`*/']: {}, ['"];process.exit(9)//']: {} } },
    }),
  'no document': () => '\0\u{1F600}: [',
}

/** CPU seconds allowed for each document. */
const MOST_S = 12

export const generator: Target = {
  name: 'generator',
  attack: async (attacking) => {
    let count = 0
    for (const [name, text] of Object.entries(DOCUMENTS)) {
      const file = fileIn(attacking.folder, `document${count++}.yaml`)
      writeFileSync(file, text())
      const args = [
        'generate',
        '--document',
        file,
        '--output',
        fileIn(attacking.folder, `out${count}`),
        '--outputs',
        'client,server,schemas',
      ]
      await attackProgram('generator', { name, args, codes: [0, 1], most: MOST_S }, attacking)
    }
  },
}
