import { schemaIn } from '@concordat/contract/document'
import { expect, test } from 'vitest'
import { Refusal } from '../../../../../../runtime/contract/world/refusal/refusal.ts'
import { nextListed } from '../../../../../../runtime/contract/world/requests/bodies/next-listed.ts'
import { RefusalFeedback } from '../../../../../../runtime/contract/world/requests/bodies/refusal-feedback.ts'

const text = schemaIn({ definitions: {} }, { type: 'string' })
const members = [
  { path: ['domain'], schema: text, isRequired: true },
  { path: ['note'], schema: text, isRequired: false },
]

function learnt(detail: string, body: Readonly<Record<string, unknown>>) {
  const feedback = new RefusalFeedback()
  const value = { detail, attr: 'domain' }
  const isNews = feedback.learn({
    refusal: new Refusal({ status: 400, value, text: JSON.stringify(value) }),
    ...{ body, members, another: () => 'hinted.example', next: () => undefined },
  })
  let made = 0
  return { isNews, apply: () => feedback.apply(body, () => `new-${made++}.example`) }
}

test.each(['domain with this domain already exists.', 'domain must be unique', 'this domain is in use'])(
  'a value that is taken is another one each time: %s',
  (detail) => {
    const { isNews, apply } = learnt(detail, { domain: 'a.example', note: 'kept' })
    expect(isNews).toBe(true)
    expect([apply(), apply()]).toEqual([
      { domain: 'new-0.example', note: 'kept' },
      { domain: 'new-1.example', note: 'kept' },
    ])
  },
)

test('a value that is wrong in another way stays what the words ask for', () => {
  const { apply } = learnt('domain is not a host name', { domain: 'a b', note: 'kept' })
  expect([apply(), apply()]).toEqual(Array(2).fill({ domain: 'hinted.example', note: 'kept' }))
})

test('of members whose values are listed, all combinations have their turn', () => {
  const listed = (values: readonly string[]) => schemaIn({ definitions: {} }, { enum: values })
  const members = [
    { path: ['hall'], schema: listed(['north', 'south']), isRequired: true },
    { path: ['place'], schema: listed(['a', 'b']), isRequired: true },
  ]
  const text = 'The fields hall, place must make a unique set.'
  const feedback = new RefusalFeedback()
  let body: Readonly<Record<string, unknown>> = { hall: 'north', place: 'a' }
  const seen = [body]
  for (let turn = 0; turn < 3; turn++) {
    feedback.learn({
      refusal: new Refusal({ status: 400, value: undefined, text }),
      ...{ body, members, another: () => undefined },
      next: ({ schema }, value) => nextListed(value, schema),
    })
    body = feedback.apply(body, () => undefined)
    seen.push(body)
  }
  expect(seen.map(({ hall, place }) => `${hall} ${place}`)).toEqual([
    'north a',
    'south a',
    'north b',
    'south b',
  ])
})
