import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { agreementOf } from '../../../bench/agreement/agreement.ts'
import { importGenerated } from '../../../bench/agreement/generated-code.ts'

/** Set CONCORDAT_SEED to repeat a failed run. */
const seed = Number(process.env['CONCORDAT_SEED'] ?? 20260101)
const ROUNDS = 6

const root = resolve(import.meta.dirname, '../../..')
const golden = join(root, 'test/golden')
/**
 * This test compares values on the wire, from which the values in these cases differ. `test/unit/formats`
 * compares those instead.
 */
const CONVERTED = [
  'formats',
  'member-names-in-camel-case',
  'names-of-generated-files',
  'parameter-names-in-camel-case',
  'webhooks',
]
const cases = readdirSync(golden).filter(
  (name) => existsSync(join(golden, name, 'expected/server.ts')) && !CONVERTED.includes(name),
)

/** Errors that the client throws before it sends a request, per golden case. */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  'parameters-required-and-nullable': ['An item of "…" has no value.'],
  'operation-id-missing-or-reserved': ['An operation cannot be called: `fetch` sends no TRACE request.'],
  'request-body-with-get': ['An operation cannot be called: `fetch` sends no body for GET or HEAD.'],
}

/** Changes that an option of the golden case makes in transit, with a pattern that proves each change. */
const CHANGED: Readonly<Record<string, RegExp>> = {
  'client-middlewares': /^addPet, call \d+: header\/Idempotency-Key: sent undefined, received "/,
  'server-media-types': /^addPet, call \d+: .* is not supported\. Supported: "application\/json"\.$/,
}

/** Tests each operation of a folder's client against the folder's own server. */
async function agreement(folder: string) {
  const ends = await importGenerated(folder)
  return agreementOf(ends, { seed, rounds: ROUNDS })
}

describe(`a generated client and its server agree on what was sent and answered (seed ${seed})`, () => {
  test('on the interface of the service', async () => {
    const { calls, refused, disagreements, refusedSamples } = await agreement(join(root, 'generated'))
    expect({ refused: Object.keys(refused), disagreements, refusedSamples }).toEqual({
      refused: [],
      disagreements: [],
      refusedSamples: [],
    })
    expect(calls).toBeGreaterThan(500)
  })

  test.each(cases)('on the golden case %s', async (name) => {
    const { calls, refused, disagreements, refusedSamples } = await agreement(join(golden, name, 'expected'))
    const changed = disagreements.filter((text) => CHANGED[name]?.test(text) === true)
    const others = disagreements.filter((text) => !changed.includes(text))
    expect({ refused: Object.keys(refused), others, refusedSamples }).toEqual({
      refused: REFUSED[name] ?? [],
      others: [],
      refusedSamples: [],
    })
    expect(changed.length > 0).toBe(name in CHANGED)
    expect(calls).toBeGreaterThan(0)
  })
})

describe('the comparison finds', () => {
  const folder = join(golden, 'parameter-styles/expected')

  test('a parameter that is written in another style than it is read in', async () => {
    const [code] = await importGenerated(folder)
    if (code === undefined) throw new Error('Nothing was generated.')
    const document = {
      ...code.document,
      operations: code.document.operations.map((operation) => ({
        ...operation,
        parameters: operation.parameters?.map((parameter) => ({ ...parameter, explode: true })) ?? [],
      })),
    }
    const { createApp } = await import('@concordat/runtime/server')
    const broken = { ...code, createApp: (options: object) => createApp(document, options as never) }
    const { disagreements } = await agreementOf([broken], { seed, rounds: 1 })
    expect(disagreements).not.toEqual([])
  })
})
