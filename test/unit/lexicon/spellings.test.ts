import { isSameKindOfName, pathOfName, personalRoles, spellingsOfName } from '@concordat/contract/lexicon'
import { expect, test } from 'vitest'

/** True if a known name may be the wanted one. */
const may = (wanted: string, known: string) => spellingsOfName(wanted).some((test) => test(known))

test('a shortened word is the word, and others may stand inside a name', () => {
  expect(may('delegator_addr', 'address')).toBe(true)
  expect(may('validator_addr', 'validatoroperatoraddress')).toBe(true)
  expect(may('validator_addr', 'delegatoroperatorname')).toBe(false)
})

test('names that end with the same word, other than one of identifiers, are of one kind', () => {
  expect(isSameKindOfName('validator_addr', 'operator_address')).toBe(true)
  expect(isSameKindOfName('pet_id', 'owner_id')).toBe(false)
  expect(isSameKindOfName('pet_name', 'owner_name')).toBe(false)
  expect(isSameKindOfName('address', 'operator_address')).toBe(false)
})

test('a role that somebody has names an account', () => {
  expect(['granter', 'proposal_voter', 'group_admin'].every(personalRoles.has)).toBe(true)
  expect(['grant', 'voters_count', 'administration'].some(personalRoles.has)).toBe(false)
})

test('a name denotes a property, also one within a part', () => {
  type Node = { readonly [name: string]: Node }
  const item: Node = { slug: {}, owner: { id: {}, login: {} }, tongue_code: {}, tongue: { code: {} } }
  const meant = (name: string) => pathOfName(name, item, (node) => Object.entries(node))
  expect(meant('slug')).toEqual(['slug'])
  expect(meant('ownerId')).toEqual(['owner', 'id'])
  expect(meant('owner.login')).toEqual(['owner', 'login'])
  expect(meant('tongue_code')).toEqual(['tongue_code'])
  expect(meant('tongue__code')).toEqual(['tongue', 'code'])
  expect(meant('slug__code')).toBe(undefined)
  expect(meant('owner_name')).toBe(undefined)
})
