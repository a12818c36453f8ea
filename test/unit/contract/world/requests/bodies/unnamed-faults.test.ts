import { schemaIn } from '@concordat/contract/document'
import { describe, expect, test } from 'vitest'
import { Refusal } from '../../../../../../runtime/contract/world/refusal/refusal.ts'
import { RefusalFeedback } from '../../../../../../runtime/contract/world/requests/bodies/refusal-feedback.ts'

const text = schemaIn({ definitions: {} }, { type: 'string' })
const nullable = schemaIn({ definitions: {} }, { type: ['integer', 'null'] })
const members = [
  { path: ['name'], schema: text, isRequired: true },
  { path: ['storage'], schema: text, isRequired: false },
  { path: ['parent'], schema: nullable, isRequired: false },
  { path: ['type'], schema: text, isRequired: false },
]

type Body = Readonly<Record<string, unknown>>

/** Returns a function that learns from a message about a body, and returns the next body. */
function learner(status = 400) {
  const feedback = new RefusalFeedback()
  let made = 0
  return (message: string, body: Body, shown: Body = body): Body | undefined => {
    const value = { error: message }
    const isNews = feedback.learn({
      refusal: new Refusal({ status, value, text: JSON.stringify(value) }),
      ...{ body, members, another: () => undefined, next: () => undefined },
      isOwn: (each) => each.includes('-c1x9-'),
    })
    const make = { add: () => undefined, anew: () => `name-c1x9-${10 + made++}` }
    return isNews ? feedback.apply(shown, make) : undefined
  }
}

describe('a refusal that names no property', () => {
  const body = { name: 'bridge1', storage: 'storage-c1x9-2' }

  test('is about the only one whose value it quotes, whatever it says about it', () => {
    const learn = learner(500)
    expect(learn('Unable to download from storage-c1x9-2', body)).toEqual({ name: 'bridge1' })
    expect(learner()('Unable to download it', body)).toBeUndefined()
    const both = { name: 'name-c1x9-1', storage: 'storage-c1x9-2' }
    expect(learner()('Could not read {name-c1x9-1, storage-c1x9-2}', both)).toBeUndefined()
  })

  test('is about the name that an example has, if such a thing exists, and then about its length', () => {
    const learn = learner()
    const renamed = learn('The network already exists', body)
    expect(renamed).toEqual({ ...body, name: 'name-c1x9-10' })
    const short = learn('Network interface is too long (maximum 9 characters)', renamed ?? {}, body)
    expect(short).toEqual({ name: 'e-c1x9-11', storage: 'storage-c1x9-2' })
    expect(learn('The network already exists', renamed ?? {})).toBeUndefined()
  })

  test('is about a value that it quotes rather than about a word that it mentions', () => {
    const sent = { ...body, type: 'container' }
    expect(learner()("Storage type doesn't exist: storage-c1x9-2", sent)).toEqual({
      ...{ name: 'bridge1', type: 'container' },
    })
  })

  test('is about no name of the run, which nothing else has', () => {
    expect(learner()('The network already exists', { name: 'name-c1x9-3' })).toBeUndefined()
  })
})

test('a reference to nothing becomes null where the document allows that, before it is left out', () => {
  const learn = learner()
  const message = 'parent: Invalid pk "7" - object does not exist.'
  expect(learn(message, { name: 'a', parent: 7 })).toEqual({ name: 'a', parent: null })
  expect(learn(message, { name: 'a', parent: null }, { name: 'a', parent: 8 })).toEqual({ name: 'a' })
})
