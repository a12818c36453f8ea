import { schemaIn } from '@concordat/contract/document'
import { expect, test } from 'vitest'
import { Refusal } from '../../../../../../runtime/contract/world/refusal/refusal.ts'
import { nextListedInBody } from '../../../../../../runtime/contract/world/requests/bodies/next-listed.ts'
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
  return {
    isNews,
    apply: () =>
      feedback.apply(
        body,
        anewBy(() => `new-${made++}.example`),
      ),
  }
}

/** One way to make a value, whether it is added or made anew. */
function anewBy(make: () => unknown) {
  return { add: make, anew: make }
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

test('a property that is rejected, and required once it is left out, is added to no other body', () => {
  const feedback = new RefusalFeedback()
  const told = (detail: string, body: Readonly<Record<string, unknown>>): boolean => {
    const value = { detail }
    const refusal = new Refusal({ status: 400, value, text: JSON.stringify(value) })
    return feedback.learn({ ...{ refusal, body, members }, another: () => undefined, next: () => undefined })
  }
  const made = (body: Readonly<Record<string, unknown>>) =>
    feedback.apply(
      body,
      anewBy(() => 'made'),
    )
  const full = { domain: 'a.example', note: 'mine' }
  expect(told('Undefined note: mine', full)).toBe(true)
  expect(made(full)).toEqual({ domain: 'a.example' })
  expect(told("The note can't be empty when the domain has a dot", made(full))).toBe(false)
  expect(made({})).toEqual({})
  // A body that never had the property gets it.
  expect(told('The note is required', {})).toBe(true)
  expect(made({})).toEqual({ note: 'made' })
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
      next: ({ schema }, value) => nextListedInBody(value, schema),
    })
    body = feedback.apply(
      body,
      anewBy(() => undefined),
    )
    seen.push(body)
  }
  expect(seen.map(({ hall, place }) => `${hall} ${place}`)).toEqual([
    'north a',
    'south a',
    'north b',
    'south b',
  ])
})

const conflict = (detail: string): Refusal => {
  const value = { detail }
  return new Refusal({ status: 409, value, text: JSON.stringify(value) })
}
const none = { another: () => undefined, next: () => undefined }

test('a text that a conflict names is another one each time, however that is worded, before it is left out', () => {
  const lessons = new RefusalFeedback()
  const body = { domain: 'a.example', note: 'mine' }
  const learn = (): boolean =>
    lessons.learn({ refusal: conflict('Somebody has this note.'), body, members, ...none })
  let made = 0
  const apply = () =>
    lessons.apply(
      body,
      anewBy(() => `new ${made++}`),
    )
  expect(learn()).toBe(true)
  expect([apply(), apply()]).toEqual([
    { domain: 'a.example', note: 'new 0' },
    { domain: 'a.example', note: 'new 1' },
  ])
  expect(learn()).toBe(true)
  expect(apply()).toEqual({ domain: 'a.example' })
  expect(learn()).toBe(false)
})

test('what takes place at a time does so on another day each time, once a conflict names nothing', () => {
  const lessons = new RefusalFeedback()
  const body = { hall: 'north', begins: '2031-03-03T09:00:00Z', ends: '2031-03-03T10:00:00Z' }
  const members = Object.keys(body).map((name) => ({ path: [name], schema: text, isRequired: true }))
  expect(lessons.learn({ refusal: conflict('It is taken.'), body, members, ...none })).toBe(true)
  const make = { add: () => undefined, anew: () => undefined }
  const [first, second] = [lessons.apply(body, make), lessons.apply(body, make)]
  expect(first).toEqual({ hall: 'north', begins: '2031-03-04T09:00:00Z', ends: '2031-03-04T10:00:00Z' })
  expect(second).toEqual({ hall: 'north', begins: '2031-03-05T09:00:00Z', ends: '2031-03-05T10:00:00Z' })
  expect(lessons.learn({ refusal: conflict('It is taken.'), body, members, ...none })).toBe(false)
})
