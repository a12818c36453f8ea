import { expect, test } from 'vitest'
import { NeedGraph } from '../../../../../runtime/contract/world/needs/need-graph.ts'

test('a need that closes a circle is refused, with the way around', () => {
  const graph = new NeedGraph<string>()
  expect(graph.add('a', 'b')).toBeUndefined()
  expect(graph.add('b', 'c')).toBeUndefined()
  expect(graph.add('c', 'a')).toEqual(['c', 'a', 'b'])
})

test('a refused need leaves no trace', () => {
  const graph = new NeedGraph<string>()
  graph.add('a', 'b')
  graph.add('b', 'a')
  expect(graph.add('c', 'a')).toBeUndefined()
  expect(graph.add('a', 'b')).toBeUndefined()
})

test('no task needs itself', () => {
  expect(new NeedGraph<string>().add('a', 'a')).toEqual(['a'])
})

test('a task that two others need side by side is no circle', () => {
  const graph = new NeedGraph<string>()
  const needs = [
    ['top', 'left'],
    ['top', 'right'],
    ['left', 'base'],
    ['right', 'base'],
  ] as const
  expect(needs.map(([task, need]) => graph.add(task, need))).toEqual(needs.map(() => undefined))
})
