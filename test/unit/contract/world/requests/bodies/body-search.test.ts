import { expect, test } from 'vitest'
import type { BodyCandidate } from '../../../../../../runtime/contract/world/requests/bodies/body-candidate.ts'
import type { BodyRefusal } from '../../../../../../runtime/contract/world/requests/bodies/body-refusal.ts'
import {
  type BodiesByEvidence,
  BodySearch,
} from '../../../../../../runtime/contract/world/requests/bodies/body-search.ts'

const without = (name: string): BodyCandidate => ({ kind: 'lean', without: new Set([name]) })
const withWord = (word: string): BodyCandidate => ({ kind: 'worded', values: { word } })
const bodies: BodiesByEvidence = {
  usual: ['example', 'full'],
  leaner: () => [without('a'), without('b'), without('c')],
  others: () => [withWord('kind'), withWord('shown')],
}

const none = { isCrash: false, mayBeNames: false, mayBeBody: true, blamed: new Set<string>() }
const content: BodyRefusal = { ...none, mayBeContent: true }
const names: BodyRefusal = { ...content, mayBeContent: false, mayBeNames: true }
const conflict: BodyRefusal = { ...content, mayBeContent: false }
const crash: BodyRefusal = { ...conflict, isCrash: true }

/**
 * Returns the bodies that are tried if each one is rejected. @param teaching the number of rejections that
 * are informative.
 */
function tried(
  refusal: BodyRefusal,
  { teaching = 0, from = bodies }: { teaching?: number; from?: BodiesByEvidence } = {},
) {
  const search = new BodySearch(from)
  const drafts: string[] = []
  for (const candidate of search) {
    drafts.push(
      typeof candidate === 'string'
        ? candidate
        : candidate.kind === 'lean'
          ? `without ${[...candidate.without]}`
          : `with ${candidate.kind === 'worded' && candidate.values['word']}`,
    )
    search.refuse(refusal, { isTaught: drafts.length <= teaching })
  }
  return drafts
}

test('bodies are tried by their evidence: known ones, then leaner ones, then other values', () => {
  expect(tried(content)).toEqual([
    ...['example', 'full'],
    ...['without a', 'without b', 'without c'],
    ...['with kind', 'with shown'],
  ])
})

test('few leaner bodies are tried where the content may not be to blame', () => {
  expect(tried(names)).toEqual(['example', 'full', 'without a', 'without b', 'with kind', 'with shown'])
  expect(tried(conflict)).toEqual(['example', 'full', 'with kind', 'with shown'])
})

test('a server error is answered with less, and with no other values', () => {
  expect(tried(crash, { teaching: 9 })).toEqual(['example', 'full', 'without a', 'without b'])
})

test('a refusal that teaches something repeats each body at once, six times at most', () => {
  expect(tried(content, { teaching: 2 }).slice(0, 4)).toEqual(['example', 'example', 'example', 'full'])
  expect(tried(content, { teaching: 99 }).slice(0, 14)).toEqual([
    ...[...Array(7).fill('example'), ...Array(7).fill('full')],
  ])
})

test('bodies that are named are the only ones', () => {
  expect(tried(content, { from: { usual: ['brief', 'required'] } })).toEqual(['brief', 'required'])
})
