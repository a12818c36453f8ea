import { expect, test } from 'vitest'
import { compareSchemas } from './compare.ts'

const text = { type: 'string' }
const integer = { type: 'integer' }
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })

async function told(old: object, now: object): Promise<readonly string[]> {
  const changes = await compareSchemas(old, now)
  return changes
    .filter(({ kind }) => kind.startsWith('request-'))
    .map(
      ({ kind, label, was }) => `${kind} ${label.replace('request body.', '')}${was ? ` from ${was}` : ''}`,
    )
}

test.each<[string, object, object, readonly string[]]>([
  [
    'two at once, each by its type',
    object({ petName: text, petAge: integer }),
    object({ name: text, age: integer }),
    [
      'request-optional-property-renamed name from petName',
      'request-optional-property-renamed age from petAge',
    ],
  ],
  [
    'another type is another property',
    object({ petName: text }),
    object({ pet_name: integer }),
    ['request-optional-property-removed petName', 'request-property-added-optional pet_name'],
  ],
  [
    'another name is another property',
    object({ street: text }),
    object({ country: text }),
    ['request-optional-property-removed street', 'request-property-added-optional country'],
  ],
  [
    'of two that it could be it is neither',
    object({ name: text }),
    object({ firstName: text, lastName: text }),
    [
      'request-optional-property-removed name',
      'request-property-added-optional firstName',
      'request-property-added-optional lastName',
    ],
  ],
  [
    'one that became required is told apart',
    object({ petName: text }),
    object({ pet_name: text }, { required: ['pet_name'] }),
    ['request-optional-property-removed petName', 'request-property-added-required pet_name'],
  ],
])('a property that was renamed is one change: %s', async (_, old, now, expected) => {
  expect(await told(old, now)).toEqual(expected)
})
