import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { judgeDifferences } from './differences.ts'
import { type Generated, generatedFrom, READERS } from './json-schema/generated.ts'
import { type Difference, NAMED } from './json-schema/named.ts'
import { byAjv, samplesOf } from './json-schema/samples.ts'
import { groupsOf, isOutside, type PlacedGroup } from './json-schema/suite.ts'
import type { Circumstances, Judge } from './judge.ts'

const MODULES = resolve(import.meta.dirname, '../../node_modules')

/**
 * Tests each schema of the JSON Schema Test Suite as part of a whole document. The schema is used for the
 * request body of a generated server, for the response that the generated client validates, and in
 * `schemas.ts`, `valibot.ts` and `zod.ts`. The mock creates samples of it, which Ajv validates. The folder is
 * the suite's `draft2020-12`.
 */
export const jsonSchema: Judge = {
  name: 'json-schema',
  measures:
    'JSON Schema Test Suite assertions judged differently, and samples rejected, apart from known differences',
  async judge({ folders, signal, onStep }) {
    const folder = folders.find(isSuite)
    if (folder === undefined)
      return { skipped: 'no folder contains the suite; give its "draft2020-12" folder' }
    const book = new Book()
    await judgeFolder(folder, book, { signal, onStep })
    const verdict = judgeDifferences({
      compared: `${book.assertions} assertions checked by ${READERS.join(', ')}, ${book.leftOut} left out; ${book.samples} mock samples`,
      differences: book.differences,
      named: NAMED,
      describe: ({ name, by, expected, told }) => `${name}: ${expected}, not ${told} (${by})`,
      isFixed: true,
    })
    return { ...verdict, details: [...verdict.details, ...book.silences()] }
  },
}

/** True if the folder contains one draft of the suite. */
export function isSuite(folder: string): boolean {
  return existsSync(join(folder, 'unevaluatedProperties.json'))
}

/** Counts, and the differences. */
class Book {
  assertions = 0
  leftOut = 0
  samples = 0
  readonly differences: Difference[] = []
  /** Names of groups that have no sample, or whose sample has no verdict, by reason. */
  readonly #silent = new Map<string, Set<string>>()

  addSilence(reason: string, group: string): void {
    this.#silent.set(reason, (this.#silent.get(reason) ?? new Set()).add(group))
  }

  silences(): readonly string[] {
    return [...this.#silent].map(([reason, names]) => `${reason}: ${names.size}: ${[...names].join('; ')}`)
  }
}

async function judgeFolder(
  folder: string,
  book: Book,
  { signal, onStep }: Pick<Circumstances, 'signal' | 'onStep'>,
): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'concordat-judge-'))
  symlinkSync(MODULES, join(root, 'node_modules'))
  try {
    for (const group of groupsOf(folder)) {
      signal.throwIfAborted()
      onStep(`json-schema: ${group.file}`)
      if (isOutside(group)) {
        book.leftOut += group.tests.length
        continue
      }
      const own = join(root, group.file.replace('.json', ''), String(group.index))
      const generated = await generatedFrom(group.schema, own)
      await judgeAssertions(group, generated, book)
      if (typeof generated !== 'string') await judgeSamples(group, generated, book)
    }
  } finally {
    rmSync(root, { recursive: true })
  }
}

async function judgeAssertions(
  { file, description: group, tests }: PlacedGroup,
  generated: Generated | string,
  book: Book,
): Promise<void> {
  for (const { description, data, valid: expected } of tests) {
    book.assertions++
    for (const by of READERS) {
      const read = typeof generated === 'string' ? async () => generated : generated.readers[by]
      const told = await read?.(data)
      if (told !== undefined && told !== expected)
        book.differences.push({ name: `${file}: ${group}: ${description}`, by, expected, told })
    }
  }
}

/** Checks the mock's samples for a schema. There must be samples if the suite contains a valid value. */
async function judgeSamples(
  { file, description, schema, tests }: PlacedGroup,
  { descriptor }: Generated,
  book: Book,
): Promise<void> {
  const name = `${file}: ${description}`
  const isValid = byAjv(schema)
  const isSilent = tests.some(({ data, valid }) => isValid(data) !== valid)
  const isMakeable = tests.some(({ valid }) => valid)
  for (const sample of await samplesOf(descriptor))
    if ('missing' in sample) {
      if (isMakeable)
        book.differences.push({ name, by: 'mock', expected: true, told: `no sample: ${sample.missing}` })
      else book.addSilence('no sample, and no valid value in the suite', name)
    } else {
      book.samples++
      if (isSilent)
        book.addSilence(
          "Ajv disagrees with the suite's assertions, so its verdicts on samples do not count",
          name,
        )
      else if (isValid(sample.value) !== true) {
        const told = `refused ${JSON.stringify(sample.value)}`
        book.differences.push({ name, by: 'mock', expected: true, told })
      }
    }
}
