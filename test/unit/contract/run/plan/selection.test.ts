import { checks, type Selection, unknownSelectedNames } from '@concordat/contract'
import { expect, test } from 'vitest'
import { isSelected } from '../../../../../runtime/contract/run/plan/selection.ts'
import { documentOf } from '../../support/small-service.ts'

const document = documentOf([
  { operationId: 'listPets', name: 'petsList', method: 'GET', path: '/v1/pets', responses: {} },
  { operationId: 'listPets2', method: 'GET', path: '/v2/pets', responses: {} },
  { operationId: 'createPet2', method: 'POST', path: '/v2/pets', responses: {} },
  {
    ...{ operationId: 'listOwners', method: 'GET', path: '/v2/owners', responses: {} },
    ...{ moreTags: ['people'], deprecated: true },
  },
])
const [rule] = checks

const selected = (select: Selection): string[] =>
  document.operations
    .filter((operation) => rule !== undefined && isSelected(select, operation, rule))
    .map(({ operationId }) => operationId)

test.each<[Selection, string[]]>([
  [{ paths: ['/v2/*'] }, ['listPets2', 'createPet2', 'listOwners']],
  [{ paths: ['/v2/*'], methods: ['GET'] }, ['listPets2', 'listOwners']],
  [{ skipPaths: ['*/pets'] }, ['listOwners']],
  [{ skipDeprecated: true }, ['listPets', 'listPets2', 'createPet2']],
  [{ operations: ['list*'], skipTags: ['peo*'] }, ['listPets', 'listPets2']],
  [{ operations: ['GET /v1/pets'] }, ['listPets']],
  [{ operations: ['petsList'] }, ['listPets']],
  [{ operations: ['POST *'] }, ['createPet2']],
])('%j selects %j', (select, expected) => {
  expect(selected(select)).toEqual(expected)
  expect(unknownSelectedNames(select, document)).toEqual([])
})

test('a pattern that fits nothing is told with what there is', () => {
  expect(unknownSelectedNames({ paths: ['/v3/*'], methods: ['PATCH'] }, document)).toEqual([
    { kind: 'path', name: '/v3/*', known: ['/v1/pets', '/v2/pets', '/v2/owners'] },
    { kind: 'method', name: 'PATCH', known: ['GET', 'POST'] },
  ])
})

test('a rule is named whole: a pattern would select none', () => {
  expect(unknownSelectedNames({ rules: ['round*'] }, document)).toMatchObject([
    { kind: 'rule', name: 'round*' },
  ])
})
