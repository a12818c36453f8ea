import { Permission } from '@concordat/contract'
import { expect, test } from 'vitest'
import type { ValueOrigin } from '../../../../../../runtime/contract/data/document/path-binding.ts'
import { ItemGuard } from '../../../../../../runtime/contract/world/items/guard/item-guard.ts'
import { answers, described } from '../../../support/described.ts'

const note = { type: 'object', required: ['text'], properties: { text: { type: 'string' } } }
const inPath = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } })
const done = { 204: { description: 'Done.' } }
const body = { required: true, content: { 'application/json': { schema: note } } }

/** Notes in offices. @param isWritten true if offices can be changed. */
const offices = (restored: object, { isWritten }: { readonly isWritten: boolean }) =>
  described({
    '/offices': { get: { operationId: 'listOffices', responses: answers({ type: 'array', items: note }) } },
    '/offices/{office}': {
      parameters: [inPath('office')],
      get: { operationId: 'getOffice', responses: answers(note) },
      ...(isWritten && { put: { operationId: 'setOffice', requestBody: body, responses: answers(note) } }),
    },
    '/offices/{office}/notes': {
      parameters: [inPath('office')],
      post: { operationId: 'addNote', requestBody: body, responses: answers(note, { status: 201 }) },
    },
    '/offices/{office}/notes/{note}': {
      parameters: [inPath('office'), inPath('note')],
      get: { operationId: 'getNote', responses: answers(note) },
      delete: { operationId: 'dropNote', responses: done },
    },
    '/offices/{office}/notes/{note}/restore': {
      parameters: [inPath('office'), inPath('note')],
      post: { operationId: 'restoreNote', responses: restored },
    },
  })

const cases: readonly (readonly [string, object, boolean, ValueOrigin, boolean])[] = [
  [
    'answers with the note, in a configured office that nothing changes',
    answers(note),
    false,
    'configured',
    true,
  ],
  ['answers with the note, in an office of others', answers(note), false, 'discovered', false],
  [
    'answers with the note, in a configured office that can be changed',
    answers(note),
    true,
    'configured',
    false,
  ],
  ['answers with nothing', done, false, 'configured', false],
]

test.each(cases)('restoring an own note %s', async (_, restored, isWritten, origin, isAllowed) => {
  const document = await offices(restored, { isWritten })
  const guard = new ItemGuard({
    document,
    changeExisting: false,
    permission: new Permission({ document, target: { disposable: true } }),
  })
  const operation = document.operations.find(({ operationId }) => operationId === 'restoreNote')!
  const path = { office: { text: 'o', origin }, note: { text: 'n', origin: 'created' as const } }
  expect(guard.objectionTo({ operation, path }) === undefined).toBe(isAllowed)
})
