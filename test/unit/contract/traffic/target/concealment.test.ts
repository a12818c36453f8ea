import { expect, test } from 'vitest'
import { Concealment } from '../../../../../runtime/contract/traffic/target/concealment.ts'
import { petDocument } from '../../pet/pet-document.ts'

test('a binary body is recorded without credentials', () => {
  const concealment = new Concealment(petDocument, { baseUrl: 'http://pets.test' })
  concealment.add(['s3cret-token'])
  const body = new TextEncoder().encode('\u0000\u00ff a=s3cret-token')
  const { octets = '' } = concealment.request({
    ...{ method: 'POST', url: new URL('http://pets.test/pets'), headers: new Headers(), body },
  })
  const recorded = atob(octets)
  expect(recorded).not.toContain('s3cret-token')
  expect(recorded).toContain('CONCORDAT_LOGIN')
  expect([...recorded.slice(0, 3)].map((byte) => byte.charCodeAt(0))).toEqual([0, 0xc3, 0xbf])
})
