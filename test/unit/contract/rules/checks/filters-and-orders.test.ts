import { describe, expect, test } from 'vitest'
import { outcomes } from '../../support/small-service.ts'
import { cellar, cellarService, type Wrong } from './cellar.ts'

const document = cellar()

const told = async (wrong?: Wrong): Promise<string[]> => {
  const lines = await outcomes(await document, { answer: cellarService(wrong), rules: ['list-protocol'] })
  return lines.filter((line) => !line.endsWith(': passed'))
}

test('a list that filters and orders as its document says breaks nothing', async () => {
  expect(await told()).toEqual([])
})

const text = (value: unknown): string => String(value)

/** Each fault, with the finding that it causes. */
const FAULTS: Readonly<Record<string, readonly [Wrong, RegExp]>> = {
  'an order that is ignored': [{ compare: () => 0 }, /items in (a|de)scending order of "\w+" with sort=/],
  'a sign that is ignored': [{ direction: () => 1 }, /in descending order of "\w+" with sort=-/],
  'numbers that are ordered as texts': [
    { compare: (one, other) => (text(one) < text(other) ? -1 : 1) },
    /items in ascending order of "price"/,
  ],
  'capitals before all small letters': [
    {
      compare: (one, other) =>
        typeof one === 'number' ? one - Number(other) : text(one) < text(other) ? -1 : 1,
    },
    /items in ascending order of "name" with sort=name/,
  ],
  'a filter that compares only the first of several values': [
    { filters: { tag: (one, query) => !query.has('tag') || one.tags[0] === query.get('tag') } },
    /tag/,
  ],
  'a false that is taken for true': [
    { isShown: (one, all) => !one.empty || all !== null },
    /only items that match include_empty=false \| \d+/,
  ],
  'a search that forgets the filter': [
    { combine: (verdicts, query) => (query.has('q') ? verdicts.at(-1) === true : verdicts.every(Boolean)) },
    /with q=.*, only items that the list also returns with "\w+" alone/,
  ],
  'an order that loses an item': [
    { cut: (bottles, query) => (query.has('sort') ? bottles.slice(1) : bottles) },
    /every item exactly once in the pages with sort=/,
  ],
  'a filter that takes the order away': [
    {
      cut: (bottles, query) =>
        query.has('open') ? bottles.toSorted((one, other) => one.id - other.id) : bottles,
    },
    /items in (a|de)scending order of "\w+" with sort=-?\w+&open=/,
  ],
  'an order that takes the filter away': [
    {
      combine: (verdicts, query) => query.has('sort') || verdicts.every(Boolean),
    },
    /with sort=\S+, only items that the list also returns with "\w+" alone/,
  ],
  'a filter of several that takes the first alone': [
    { filters: { region: (one, query) => one.region === query.get('region') } },
    /every item that matches region=\["\w+","\w+"\]/,
  ],
  'two values that show each item twice': [
    {
      cut: (bottles, query) =>
        query
          .getAll('grape')
          .slice(1)
          .reduce((all) => [...all, ...bottles], bottles),
    },
    /every item exactly once in the pages with grape=.*,.* \| .* more than once/,
  ],
  'two values that find nothing': [
    { filters: { grape: (one, query) => one.grapes.join() === query.get('grape') } },
    /grape/,
  ],
  'a false that is taken for nothing': [
    { filters: { open: (one, query) => query.get('open') !== 'true' || one.open } },
    /only items that match open=false \| true/,
  ],
  'two filters of which one is enough': [
    { combine: (verdicts) => verdicts.length === 0 || verdicts.some(Boolean) },
    /with \S+, only items that the list also returns with "\w+" alone/,
  ],
  'a second filter that replaces the first': [
    { combine: (verdicts) => verdicts.at(-1) ?? true },
    /with \S+, only items that the list also returns with "\w+" alone/,
  ],
  'a bound without what is equal to it': [
    { filters: { price_from: (one, query) => one.price > Number(query.get('price_from')) } },
    /every item that matches price_from=/,
  ],
  'a bound with what is equal to it': [
    { filters: { price_to: (one, query) => one.price <= Number(query.get('price_to')) } },
    /only items whose "price" is less than /,
  ],
  'a bound that compares texts': [
    { filters: { price_from: (one, query) => text(one.price) >= text(query.get('price_from')) } },
    /price/,
  ],
  'an end that replaces the beginning': [
    {
      filters: {
        filled_after: (one, query) =>
          query.has('filled_before') || Date.parse(one.filled) > Date.parse(text(query.get('filled_after'))),
      },
    },
    /only items whose "filled" is at or after /,
  ],
}

describe.each(Object.entries(FAULTS))('%s', (_, [wrong, expected]) => {
  test('is told', async () => {
    expect(await told(wrong)).toEqual([expect.stringMatching(expected)])
  })
})
