import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ProblemsError } from '../../generator/errors/problem.ts'
import { generate } from '../../generator/pipeline/generate.ts'
import { findDocuments } from '../corpus/find-documents.ts'
import { prepareProject } from '../corpus/project.ts'
import { documentOf, groupsOf, isOutside } from './json-schema/suite.ts'
import { isSuite } from './json-schema.ts'
import type { Circumstances, Judge } from './judge.ts'
import { compileSamples, type Said, type Sampled } from './types/compile-samples.ts'
import { type Sample, Sampler } from './types/samples.ts'

const root = resolve(import.meta.dirname, '../..')

/** A fixed seed, so that every run uses the same samples. */
const SEED = 'types'

/**
 * Maximum number of disagreements printed per document. For each schema, only the first of a kind is printed,
 * because the others mostly have the same cause.
 */
const SHOWN = 12

/** Number of samples to compile in one program; many more would not fit into memory. */
const BATCH = 20_000

/**
 * Reasons why a type and its validator may differ. A pattern that matches the compiler's message or the
 * suite's group selects the reason.
 */
const DECISIONS: readonly (readonly [sign: RegExp, reason: string])[] = [
  [/\bBlob\b/, 'Octets have the type Blob, for which JSON has no literal.'],
  [
    /whose-names-are-Javascript-object-property-names/,
    'Every object has the properties of Object.prototype, whose types differ.',
  ],
]

/**
 * Compares types with validators. A value that a schema's validator accepts must compile as a value of the
 * schema's type. A value that the validator rejects must not compile, as far as a type can express this. The
 * documents are those below the folders, or this repository's own by default. Each schema of the JSON Schema
 * Test Suite also counts as a document, with the suite's values.
 */
export const types: Judge = {
  name: 'types',
  measures: 'values that a type and its validator judge differently, apart from deliberate differences',
  async judge(circumstances) {
    const folder = mkdtempSync(join(tmpdir(), 'concordat-judge-'))
    const project = join(folder, 'project')
    prepareProject(project, root)
    try {
      const found: Disagreement[] = []
      let all = 0
      let batch: Sampled[] = []
      const judgeBatch = async () => {
        const said = await compileSamples(batch, { project, root, signal: circumstances.signal })
        for (const [document, words] of said) found.push(...disagreementsOf(document, words))
        batch = []
      }
      for await (const document of sampledDocuments(circumstances, folder)) {
        all += document.samples.length
        batch.push(document)
        if (batch.reduce((sum, { samples }) => sum + samples.length, 0) > BATCH) await judgeBatch()
      }
      await judgeBatch()
      return verdictOf(found, all)
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
}

interface Disagreement extends Sample {
  readonly document: string
  /** The compiler's message; absent if the compiler accepts the value. */
  readonly said?: string
  readonly decision?: string
}

function disagreementsOf({ folder, samples }: Sampled, said: Said): Disagreement[] {
  return samples
    .filter((sample) =>
      sample.wanted === 'refused' ? !said.has(sample) : said.has(sample) && sample.wanted === 'compiles',
    )
    .map((sample) => {
      const words = said.get(sample)
      const decision = DECISIONS.find(([sign]) => sign.test(`${folder} ${words}`))?.[1]
      return {
        ...sample,
        document: folder,
        ...(words !== undefined && { said: words }),
        ...(decision !== undefined && { decision }),
      }
    })
}

function verdictOf(found: readonly Disagreement[], all: number) {
  const unnamed = found.filter(({ decision }) => decision === undefined)
  const byDocument = [...Map.groupBy(unnamed, ({ document }) => document)]
  return {
    figure: unnamed.length,
    atMost: 0,
    details: [
      `${all} values; ${found.length - unnamed.length} differ deliberately`,
      ...byDocument.flatMap(([document, group]) => [
        `${document}: ${group.length}`,
        ...firstOfEach(group).slice(0, SHOWN).map(described),
      ]),
    ],
  }
}

function firstOfEach(group: readonly Disagreement[]): readonly Disagreement[] {
  return [...Map.groupBy(group, ({ schema, wanted }) => `${schema} ${wanted}`).values()].flatMap(
    ([first]) => first ?? [],
  )
}

function described({ schema, value, said }: Disagreement): string {
  const text = JSON.stringify(value)
  const shown = text.length > 300 ? `${text.slice(0, 300)}…` : text
  return `  ${schema}: ${said === undefined ? 'compiles, and is refused' : said}: ${shown}`
}

async function* sampledDocuments(
  { folders, signal, onStep }: Circumstances,
  scratch: string,
): AsyncIterable<Sampled> {
  const places = folders.length === 0 ? [join(root, 'generated')] : folders
  for (const [index, folder] of places.entries()) {
    if (isSuite(folder)) {
      yield* sampledGroups(folder, { signal, onStep, scratch })
      continue
    }
    for (const { name, file, root: own } of findDocuments(folder)) {
      signal.throwIfAborted()
      onStep(`types: ${name}`)
      const sampled = await sampledDocument({ document: file, root: own, name: `${index} ${name}` })
      if (sampled !== undefined) yield sampled
    }
  }
}

async function* sampledGroups(
  folder: string,
  { signal, onStep, scratch }: Pick<Circumstances, 'signal' | 'onStep'> & { readonly scratch: string },
): AsyncIterable<Sampled> {
  for (const group of groupsOf(folder)) {
    const { file, index, description, schema, tests } = group
    signal.throwIfAborted()
    onStep(`types: ${file}`)
    if (isOutside(group)) continue
    const document = join(scratch, 'openapi.json')
    writeFileSync(document, JSON.stringify(documentOf(schema)))
    const values = new Map([['Value', tests.map(({ data }) => data)]])
    const name = `${file} ${index} ${description}`
    const sampled = await sampledDocument({ document, root: scratch, name, values })
    if (sampled !== undefined) yield sampled
  }
}

/** Returns `undefined` for a document that is rejected or has no schemas. */
async function sampledDocument({
  document,
  root: own,
  name,
  values = new Map(),
}: {
  readonly document: string
  readonly root: string
  readonly name: string
  /** Additional values, by schema name. */
  readonly values?: ReadonlyMap<string, readonly unknown[]>
}): Promise<Sampled | undefined> {
  try {
    const { files, model } = await generate({ document, root: own, output: own, outputs: ['types'] })
    const sampler = new Sampler(model, SEED)
    const samples = model.schemas.flatMap((schema) => sampler.samplesOf(schema, values.get(schema.name)))
    if (samples.length === 0) return undefined
    const typed = new Map([...files].filter(([path]) => path.endsWith('.ts')))
    return { folder: name.replace(/[^\w.-]+/g, '-'), files: typed, samples }
  } catch (error) {
    if (error instanceof ProblemsError) return undefined
    throw error
  }
}
