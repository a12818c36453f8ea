import { RunRecord } from '@concordat/contract'
import { expect, test } from 'vitest'
import { FactsOfRun, type RunFact } from '../../../../runtime/contract/rules/run-state.ts'
import { petDocument } from '../pet/pet-document.ts'

const SUPPORT: RunFact<boolean> = {
  name: 'HEAD is supported',
  is: (value) => typeof value === 'boolean',
}

test('what rules find out once for a run, a worker that replaces another knows from the books', async () => {
  const record = new RunRecord({ document: petDocument, baseUrl: 'http://pets.test' })
  const first = new FactsOfRun({ tell: (event) => record.note(structuredClone(event)) })
  let asked = 0
  const find = async (): Promise<boolean> => {
    asked++
    return true
  }
  expect(await Promise.all([first.once(SUPPORT, find), first.once(SUPPORT, find)])).toEqual([true, true])
  const { learnt } = record.memory({ worker: 2, silent: {} })
  expect(learnt).toEqual({ 'HEAD is supported': true })
  expect(await new FactsOfRun({ learnt }).once(SUPPORT, find)).toBe(true)
  expect(asked).toBe(1)
})

test('what a book has in another form is found out again', async () => {
  const state = new FactsOfRun({ learnt: { 'HEAD is supported': 'yes' } })
  expect(await state.once(SUPPORT, async () => false)).toBe(false)
})
