import { expect, test } from 'vitest'
import { closing } from '../../../../../runtime/contract/rules/checks/checks.ts'
import { inRunOrder, Schedule } from '../../../../../runtime/contract/run/plan/schedule.ts'
import { planSteps, type RunStep } from '../../../../../runtime/contract/run/plan/step.ts'
import { petDocument } from '../../pet/pet-document.ts'

const steps = planSteps(petDocument)
const nameOf = ({ operation, check }: RunStep): string => `${check.code} ${operation.operationId}`
const isOf = (operationId: string) => (step: RunStep) => step.operation.operationId === operationId

test('each operation gets a valid request first, then all rules run on one operation of each role', () => {
  const turns = inRunOrder(steps)
  const isClosing = ({ check }: RunStep): boolean => closing.includes(check)
  const last = turns.slice(turns.findIndex(isClosing))
  expect(last.every(isClosing)).toBe(true)
  const valid = steps.filter(({ check }) => check.code === 'conformance').map(nameOf)
  const [first, others] = [turns.slice(0, valid.length).map(nameOf), turns.slice(valid.length)]
  expect(first.toSorted()).toEqual(valid.toSorted())
  const samples = ['listPets', 'createPet', 'readPet', 'updatePet', 'replacePet', 'deletePet']
  const wholes = samples.map((operationId) =>
    others.findLastIndex((step) => isOf(operationId)(step) && !isClosing(step)),
  )
  const toys = others.filter(({ operation }) => operation.operationId.endsWith('Toy')).map(nameOf)
  const quick = toys.filter((name) => name.startsWith('unknown-id '))
  expect(Math.max(...wholes)).toBeLessThan(others.findIndex(isOf('listToys')))
  expect(toys.slice(0, quick.length).toSorted()).toEqual(quick.toSorted())
  expect(turns.map(nameOf).toSorted()).toEqual(steps.map(nameOf).toSorted())
})

test('something is removed right after the first create', () => {
  const names = inRunOrder(steps).map(nameOf)
  expect(names[names.indexOf('conformance createPet') + 1]).toBe('conformance deletePet')
  const selected = planSteps(petDocument, { rules: ['read-only', 'unknown-id', 'lifecycle'] })
  const ordered = inRunOrder(selected).map(nameOf)
  expect(ordered[ordered.findIndex((name) => name.endsWith(' createPet')) + 1]).toMatch(/ deletePet$/)
})

test('an operation that used up its share of the time waits for all others', () => {
  const turns = new Schedule(steps, 100)
  const order: string[] = []
  for (let step = turns.next(); step !== undefined; step = turns.next()) {
    order.push(nameOf(step))
    turns.note(step, step.operation.operationId === 'listPets' ? 60 : 1)
  }
  const listed = steps.filter(isOf('listPets')).map(nameOf)
  const late = listed.slice(2)
  expect(order.slice(-late.length)).toEqual(late)
  expect(order.toSorted()).toEqual(steps.map(nameOf).toSorted())
})
