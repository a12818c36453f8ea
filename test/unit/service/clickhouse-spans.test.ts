import { expect, it } from 'vitest'
import type { ClickhouseReader } from '../../../server/events/clickhouse/reader.ts'
import { type ClickhouseStatement, ch } from '../../../server/events/clickhouse/statement.ts'
import { askEverybody, askFirstSpan, nextSpan } from '../../../server/events/clickhouse/views/ask-span.ts'
import type { PersonSpan } from '../../../server/events/clickhouse/views/person-span.ts'

const [quiet, moved] = [
  [0, 0, [40]],
  [1, 0, [40]],
]

/** Several rows of one response. */
class Rows extends Array<readonly unknown[]> {}

/**
 * The response of a statement that also checks whether the facts still hold; a separate row says that one
 * does not.
 */
const holding = (...rows: unknown[]) => [rows]
const over = Rows.of([[[1]]], [[]])

/**
 * Returns a reader that responds to each statement with the next rows in `found`, and records the statements.
 */
function readerOf(...found: readonly unknown[]): ClickhouseReader & { readonly said: string[] } {
  const left = [...found]
  const said: string[] = []
  return {
    said,
    firstSpanPersons: 4,
    firstSpans: new Map(),
    async select<Row extends readonly unknown[]>(statement: ClickhouseStatement) {
      said.push(textOf(statement))
      const next = left.shift()
      if (next instanceof Error) throw next
      return (next instanceof Rows ? next : [next]) as unknown as Row[]
    },
  }
}

function textOf({ texts, parts }: ClickhouseStatement): string {
  return texts
    .map((text, index) => {
      const part = parts[index]
      return text + (part !== undefined && 'texts' in part ? textOf(part) : '')
    })
    .join('')
}

const ask = ({ hasMoved }: PersonSpan) => (hasMoved ? ch`moved` : ch`quiet`)

it('reads the facts about a project once, and then asks in one statement with whether they hold', async () => {
  const reader = readerOf(quiet, [1], holding([1], [2]))
  expect(await askFirstSpan(reader, 1, ask)).toMatchObject({ rows: [[1]], span: { upTo: 40 } })
  expect(await askFirstSpan(reader, 1, ask)).toMatchObject({ rows: [[1], [2]], span: { upTo: 40 } })
  const [, first, second] = reader.said
  expect(first).toBe('quiet')
  expect(second).toMatch(/^select groupArray\(tuple\(\*\)\) from \(quiet\) union all select \[\] from/)
  expect(reader.said).toHaveLength(3)
})

it('reads them again where they no longer hold, and asks again', async () => {
  const reader = readerOf(quiet, [1], over, moved, [2], holding([3]))
  await askFirstSpan(reader, 1, ask)
  expect(await askFirstSpan(reader, 1, ask)).toMatchObject({ rows: [[2]], span: { hasMoved: true } })
  expect(await askFirstSpan(reader, 1, ask)).toMatchObject({ rows: [[3]], span: { hasMoved: true } })
  expect(reader.said[4]).toBe('moved')
})

it('asks about what may change alone', async () => {
  const said = async (facts: unknown) => {
    const reader = readerOf(facts, [1], holding())
    for (const _ of [1, 2]) await askFirstSpan(reader, 1, ask)
    return reader.said[2]
  }
  expect(await said(quiet)).toMatch(/events_differ = 1.* union all .*person_id = 0/)
  expect(await said(quiet)).not.toContain('from persons')
  expect(await said(moved)).not.toContain('events_differ')
  expect(await said([1, 1, [40]])).toBe('select groupArray(tuple(*)) from (moved)')
  // This applies if few persons have become many.
  expect(await said([1, 1, []])).toContain('from persons')
})

it('fails as the question does, forgets the facts by which it failed, and fails as the facts do', async () => {
  const reader = readerOf(quiet, [1], new Error('No such question.'), new Error('No such facts.'), quiet, [2])
  await askFirstSpan(reader, 1, ask)
  await expect(askFirstSpan(reader, 1, ask)).rejects.toThrow('No such question.')
  await expect(askFirstSpan(reader, 1, ask)).rejects.toThrow('No such facts.')
  expect(await askFirstSpan(reader, 1, ask)).toMatchObject({ rows: [[2]] })
})

it('keeps the facts of one project from another', async () => {
  const reader = readerOf(moved, [1], quiet, [2])
  expect(await askFirstSpan(reader, 1, ask)).toMatchObject({ span: { hasMoved: true } })
  expect(await askFirstSpan(reader, 2, ask)).toMatchObject({ span: { hasMoved: false } })
})

it('asks about everybody without an end', async () => {
  const reader = readerOf(quiet, [1], holding([1]))
  const asked: unknown[] = []
  for (const _ of [1, 2])
    await askEverybody(reader, 1, ({ upTo }) => {
      asked.push(upTo)
      return ch`everybody`
    })
  expect(asked).toEqual([undefined, undefined])
})

it('knows from the facts where the second span ends, and asks for the ends of later ones', async () => {
  const reader = readerOf([0, 0, [40, 41, 43, 47]], [1], [90])
  const facts = await askFirstSpan(reader, 1, ask)
  const second = await nextSpan(reader, facts, 2)
  expect(second).toMatchObject({ after: 40, upTo: 43 })
  if (second === undefined) expect.unreachable()
  expect(await nextSpan(reader, { ...facts, span: second }, 2)).toMatchObject({ after: 43, upTo: 90 })
})

it('asks for the end of the second, too, where there were fewer persons when the facts were read', async () => {
  const reader = readerOf([0, 0, [40, 41, 43, 47]], [1], [95])
  const facts = await askFirstSpan(reader, 1, ask)
  expect(await nextSpan(reader, facts, 32)).toMatchObject({ after: 40, upTo: 95 })
  expect(reader.said[2]).toMatch(/select id from persons/)
})

it('has no span behind the one without an end', async () => {
  const facts = await askFirstSpan(readerOf([0, 0, []], [1]), 1, ask)
  expect(facts.span.upTo).toBeUndefined()
  expect(await nextSpan(readerOf(), facts, 8)).toBeUndefined()
})
