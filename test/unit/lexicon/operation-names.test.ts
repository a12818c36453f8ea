import { isRetirement, nameOfAction, nameWithinService, verbOfName } from '@concordat/contract/lexicon'
import { expect, test } from 'vitest'

test.each([
  ['PetService_CheckAccess', 'CheckAccess'],
  ['PetsController_findAll', 'findAll'],
  ['Lightning_StopDaemon', 'StopDaemon'],
  ['VirtualMachines_Delete', 'Delete'],
  ['Delete_All', 'Delete_All'],
  ['get_user_api_users_get_user_post', 'get_user_api_users_get_user_post'],
])('"%s" is "%s" within its service', (operationId, name) => {
  expect(nameWithinService(operationId)).toBe(name)
})

test.each([
  ['postFindPets', 'find'],
  ['Lightning_StopDaemon', 'stop'],
  ['mail_templates_create', 'create'],
  ['mail_templates_partial_update', 'update'],
  ['mailUsers', 'mail'],
  ['get_create', 'get'],
  ['', ''],
])('the verb of "%s" is "%s"', (operationId, verb) => {
  expect(verbOfName(operationId)).toBe(verb)
})

test.each([
  ['memory_lookup_create', 'lookup', 'memory_lookup'],
  ['notes_create', 'notes', 'notes_create'],
  ['memory_lookup_create', '', 'memory_lookup_create'],
  ['createLookup', 'lookup', 'createLookup'],
])('the action of "%s" at "/%s" is called "%s"', (operationId, segment, name) => {
  expect(nameOfAction(operationId, segment)).toBe(name)
})

test.each([
  ['Cancels a subscription', true],
  ['Request refund for a transaction', true],
  ['Revoke an API key', true],
  ['Decline an invitation', true],
  ['Delete a subscription', false],
  ['Remove the refund', false],
])('the summary "%s" is that of a retirement: %s', (summary, expected) => {
  expect(isRetirement({ operationId: 'remove', summary })).toBe(expected)
})
