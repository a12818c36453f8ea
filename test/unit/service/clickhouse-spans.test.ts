import { expect, it } from 'vitest'
import type { Reader } from '../../../server/events/clickhouse/reader.ts'
import { askEverybody, askFirstSpan, nextSpan } from '../../../server/events/clickhouse/views/ask-span.ts'
import type { PersonSpan } from '../../../server/events/clickhouse/views/person-span.ts'

const [quiet, moved] = [
  [0, 0, [40]],
  [1, 0, [40]],
]

/** A reader that finds the facts of `found` about a project, one after the other. */
function readerOf(found: readonly unknown[]): Reader {
  const left = [...found]
  return {
    firstSpanPersons: 4,
    firstSpans: new Map(),
    async select<Row extends readonly unknown[]>() {
      const next = left.shift()
      if (next instanceof Error) throw next
      return [next] as unknown as Row[]
    },
  }
}

/** Answers each question by how it was asked. */
function questioned() {
  const asked: boolean[] = []
  const ask = async ({ hasMoved }: PersonSpan) => {
    asked.push(hasMoved)
    return hasMoved ? 'moved' : 'quiet'
  }
  return { asked, ask }
}

it('asks at once by the facts about a project that were read the last time', async () => {
  const reader = readerOf([quiet, quiet])
  const { asked, ask } = questioned()
  for (const _ of [1, 2])
    expect(await askFirstSpan(reader, 1, ask)).toMatchObject({ answer: 'quiet', span: { upTo: 40 } })
  expect(asked).toEqual([false, false])
})

it('asks again where they have changed, whatever has become of the question', async () => {
  const reader = readerOf([quiet, moved, quiet])
  const { asked, ask } = questioned()
  await askFirstSpan(reader, 1, ask)
  expect(await askFirstSpan(reader, 1, ask)).toMatchObject({ answer: 'moved', span: { hasMoved: true } })
  const failing = async (span: PersonSpan) => {
    if (span.hasMoved) throw new Error('No such question.')
    return await ask(span)
  }
  expect(await askFirstSpan(reader, 1, failing)).toMatchObject({ answer: 'quiet' })
  expect(asked).toEqual([false, false, true, false])
})

it('fails as the question does, and as the facts do', async () => {
  const fails = async () => Promise.reject(new Error('No such question.'))
  const reader = readerOf([quiet, quiet, new Error('No such facts.')])
  await expect(askFirstSpan(reader, 1, fails)).rejects.toThrow('No such question.')
  await expect(askFirstSpan(reader, 1, fails)).rejects.toThrow('No such question.')
  await expect(askFirstSpan(reader, 1, fails)).rejects.toThrow('No such facts.')
})

it('keeps the facts of one project from another', async () => {
  const reader = readerOf([moved, quiet])
  const { asked, ask } = questioned()
  for (const projectId of [1, 2]) await askFirstSpan(reader, projectId, ask)
  expect(asked).toEqual([true, false])
})

it('asks about everybody without an end', async () => {
  const reader = readerOf([quiet, quiet])
  for (const _ of [1, 2]) expect(await askEverybody(reader, 1, async ({ upTo }) => upTo)).toBeUndefined()
})

it('knows from the facts where the second span ends, and asks for the ends of later ones', async () => {
  const reader = readerOf([[0, 0, [40, 41, 43, 47]], [90]])
  const facts = await askFirstSpan(reader, 1, async () => 'answer')
  const second = await nextSpan(reader, facts, 2)
  expect(second).toMatchObject({ after: 40, upTo: 43 })
  expect(await nextSpan(reader, facts, 32)).toMatchObject({ after: 40, upTo: undefined })
  if (second === undefined) expect.unreachable()
  expect(await nextSpan(reader, { ...facts, span: second }, 2)).toMatchObject({ after: 43, upTo: 90 })
})

it('has no span behind the one without an end', async () => {
  const facts = await askFirstSpan(readerOf([[0, 0, []]]), 1, async () => 'answer')
  expect(facts.span.upTo).toBeUndefined()
  expect(await nextSpan(readerOf([]), facts, 8)).toBeUndefined()
})
