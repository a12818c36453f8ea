import { describe, expect, test } from 'vitest'
import { outcomes } from '../../support/small-service.ts'
import { aviary, aviaryService, type WrongAviary } from './birds.ts'

const document = aviary()

const told = async (wrong?: WrongAviary): Promise<string[]> =>
  outcomes(await document, { answer: aviaryService(wrong), rules: ['members', 'language'] })

test('members and languages that are as they are asked for break nothing', async () => {
  expect((await told()).toSorted()).toEqual([
    'language getBird: passed',
    'members getBird: passed',
    'members listBirds: passed',
  ])
})

/** Each fault, with the finding that it causes. */
const FAULTS: Readonly<Record<string, readonly [WrongAviary, RegExp]>> = {
  'fields that are ignored': [{ fields: (bird) => bird }, /members \w+: no "\w+" with fields=/],
  'fields of which the last is left out': [
    {
      fields: (bird, asked) =>
        Object.fromEntries(Object.entries(bird).filter(([name]) => asked.slice(0, 1).includes(name))),
    },
    /members \w+: "name" with fields=id,name, as without it/,
  ],
  'fields that change a value': [
    { fields: (bird, asked) => Object.fromEntries(asked.map((name) => [name, String(bird[name])])) },
    /members getBird: the same "\w+" with fields=\w+ as without it: /,
  ],
  'an included list that is always empty': [
    { include: (bird, _, asked) => (asked ? { ...bird, sightings: [] } : bird) },
    /members \w+: "sightings" to contain \d+ with include=sightings \| \[\]/,
  ],
  'a language by its place': [
    { language: (asked) => asked[0]?.[0] },
    /language getBird: a response in the language "de" for "Accept-Language: en;q=0.1, de" \| en/,
  ],
  'a language that is named otherwise': [
    { named: () => 'en' },
    /language getBird: a response in the language "de" for "Accept-Language: de" \| en/,
  ],
  'an unknown language that is refused': [
    { language: (asked) => asked.map(([tag]) => tag).find((tag) => ['en', 'de', 'fr'].includes(tag)) },
    /language getBird: a response in any language for "Accept-Language: x-none"/,
  ],
}

describe.each(Object.entries(FAULTS))('%s', (_, [wrong, expected]) => {
  test('is told', async () => {
    expect(await told(wrong)).toContainEqual(expect.stringMatching(expected))
  })
})
