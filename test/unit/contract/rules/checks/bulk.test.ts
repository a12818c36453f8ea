import { describe, expect, test } from 'vitest'
import { bulkOf } from '../../../../../runtime/contract/rules/checks/bulk/bulk-operation.ts'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'
import { nursery, nurseryService, type WrongNursery } from './seedlings.ts'

const document = nursery()

const told = async (wrong?: WrongNursery): Promise<string[]> =>
  outcomes(await document, { answer: nurseryService(wrong), rules: ['bulk'] })

test('several items that are stored and answered as each of them break nothing', async () => {
  expect(await told()).toEqual(['bulk addSeedlings: passed'])
})

test('several items with a status of each break nothing', async () => {
  expect(await told({ each: 'right' })).toEqual(['bulk addSeedlings: passed'])
})

/** Each fault, with the finding that it causes. */
const FAULTS: Readonly<Record<string, readonly [WrongNursery, RegExp]>> = {
  'the last item is lost': [{ stored: (all) => all.slice(0, -1) }, /an item with .* \| no such item/],
  'all items have the keys of the first': [
    {
      stored: (all) =>
        all.map((one) => ({
          ...one,
          doses: Object.fromEntries(
            Object.entries(one.doses).filter(([name]) => name in (all[0]?.doses ?? {})),
          ),
        })),
    },
    /an item with .*"doses":\{"\w+":-?\d+\}.* \| \{.*"doses":\{\}/,
  ],
  'the answer is turned round': [{ answered: (all) => all.toReversed() }, /entry 0 about/],
  'the answer lacks one': [{ answered: (all) => all.slice(1) }, /3 entries, one for each item \| 2 entries/],
  'a refused item is left out of the answer': [
    { partly: 'not told' },
    /3 entries, one for each item, including rejected ones \| 2 entries/,
  ],
  'a part is told as the whole': [
    { partly: 'told as a success' },
    /status 207, because the list does not show one of the items as it was sent \| status 200/,
  ],
  'a refused item is stored without what it refers to': [
    { partly: 'stored without its soil' },
    /no item with \{"name":.*\}, because its entry in the create response has no item, unlike other entries \| such an item/,
  ],
  'an item that is not there has the status of a success': [
    { each: 'all told as made' },
    /an item with .*, because its entry in the create response has status 201 \| no such item/,
  ],
  'items of which one is refused have the status of a success': [
    { each: 'none made if one is wrong' },
    /an item with .*, because its entry in the create response has status 201 \| no such item/,
  ],
  'the statuses are turned round': [{ each: 'right', answered: (all) => all.toReversed() }, /entry 0 about/],
  'what comes before a wrong item stays': [
    { isPartial: true },
    /no items from a request that was rejected with 400/,
  ],
}

describe.each(Object.entries(FAULTS))('%s', (_, [wrong, expected]) => {
  test('is told', async () => {
    expect(await told(wrong)).toEqual([expect.stringMatching(expected)])
  })
})

test.each([
  ['an item beside a list of its parts', 'note', 'parts', false],
  ['items beside what says less of one', 'options', 'notes', true],
])('%s', async (_, beside, listed, isBulk) => {
  const text = { type: 'string' }
  const whole = { type: 'object', properties: { title: text, words: text } }
  const part = { type: 'object', properties: { title: text, colour: text } }
  const properties = {
    [beside]: isBulk ? part : whole,
    [listed]: { type: 'array', items: isBulk ? whole : part },
  }
  const document = await described({
    '/notes': {
      get: { operationId: 'list', responses: answers({ type: 'array', items: whole }) },
      post: {
        operationId: 'create',
        requestBody: { content: { 'application/json': { schema: { type: 'object', properties } } } },
        responses: answers(whole, { status: 201 }),
      },
    },
  })
  const create = document.operations.find(({ operationId }) => operationId === 'create')
  expect(create && bulkOf(create, document) !== undefined).toBe(isBulk)
})
